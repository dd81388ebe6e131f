// The second thread takes its locks only after it has seen the first one's flag.
//@ mechanism lock order: other order between

public class VolatileBetween {
    static volatile boolean done;

    static void both(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) {
                Thread.onSpinWait();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object left = new Object();
        Object right = new Object();
        Thread other = new Thread(() -> {
            both(left, right);
            done = true;
        });
        other.start();
        while (!done) {
            Thread.onSpinWait();
        }
        both(right, left);
        other.join();
    }
}
