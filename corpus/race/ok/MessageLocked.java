// The twin of a hand-over that writes too late: here the data is written before the notification.
//@ mechanism thread basics: wait and notify

public class MessageLocked {
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
            seen = message;
        });
        reader.start();
        message = 1;
        synchronized (lock) {
            ready = true;
            lock.notifyAll();
        }
        reader.join();
        if (seen != 1) {
            throw new AssertionError(seen);
        }
    }
}
