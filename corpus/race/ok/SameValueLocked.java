// Both threads write the same value, under a lock.
//@ mechanism grading: writes of the same value

public class SameValueLocked {
    static boolean started;

    static synchronized void start() {
        started = true;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(SameValueLocked::start);
        t.start();
        start();
        t.join();
        if (!started) {
            throw new AssertionError();
        }
    }
}
