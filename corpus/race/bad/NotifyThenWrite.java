// The writer notifies first and writes afterwards, outside the lock.
//@ mechanism thread basics: wait and notify

public class NotifyThenWrite {
    static final Object lock = new Object();
    static boolean ready;
    static int message;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> {
            synchronized (lock) {
                while (!ready) {
                    try {
                        lock.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }
            seen = message; //~ race NotifyThenWrite.message
        });
        reader.start();
        synchronized (lock) {
            ready = true;
            lock.notifyAll();
        }
        message = 1; //~ race NotifyThenWrite.message
        reader.join();
        System.out.println(seen <= 1);
    }
}
