// One order before a thread is started, the other inside it, the first again after its end.
//@ mechanism lock order: start and join

public class StartAndJoin {
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
        Thread idle = new Thread(() -> both(left, left));
        idle.start();
        both(left, right);
        Thread other = new Thread(() -> both(right, left));
        other.start();
        other.join();
        both(left, right);
        idle.join();
    }
}
