// wait(millis) ends by itself, and the data is accessed outside the lock.
//@ mechanism thread basics: wait and notify

public class WaitTimeout {
    static final Object lock = new Object();
    static int message;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> {
            synchronized (lock) {
                try {
                    lock.wait(5);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            seen = message; //~ race WaitTimeout.message
        });
        reader.start();
        synchronized (lock) {
            lock.notify();
        }
        message = 1; //~ race WaitTimeout.message
        reader.join();
        System.out.println(seen <= 1);
    }
}
