// A thread waits for another's end with a monitor that it wants, but not for ever.
//@ mechanism deadlocks: join

public class JoinWithTimeout {
    static final Object monitor = new Object();
    static int entered;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            synchronized (monitor) {
                entered++;
            }
        });
        synchronized (monitor) {
            worker.start();
            worker.join(1500);
            if (entered != 0) {
                throw new AssertionError();
            }
        }
        worker.join();
        if (entered != 1) {
            throw new AssertionError();
        }
    }
}
