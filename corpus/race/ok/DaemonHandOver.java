// A daemon thread that is never joined, but hands its result over under a lock.
//@ mechanism thread basics: daemon threads

public class DaemonHandOver {
    static final Object lock = new Object();
    static Integer result;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            synchronized (lock) {
                result = 7;
                lock.notifyAll();
                while (true) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
        });
        t.setDaemon(true);
        t.start();
        synchronized (lock) {
            while (result == null) {
                lock.wait();
            }
            if (result != 7) {
                throw new AssertionError(result);
            }
        }
    }
}
