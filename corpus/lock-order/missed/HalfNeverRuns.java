// Missed because: the other order is in code that this run does not reach.
//@ mechanism lock order: what another run would show

public class HalfNeverRuns {
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
            if (args.length > 0) {
                both(right, left);
            }
        });
        other.start();
        both(left, right);
        other.join();
    }
}
