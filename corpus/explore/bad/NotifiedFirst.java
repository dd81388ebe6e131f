// Who waits is interrupted and notified: the interrupt is overlooked if the notification was first.
//@ mechanism explore: interrupts
//@ finds uncaught-exception
//@ small

public class NotifiedFirst {
    static final Object LOCK = new Object();
    static Thread waiter;
    static volatile boolean stopped;

    static void await() {
        synchronized (LOCK) {
            new Thread(NotifiedFirst::wake).start();
            new Thread(() -> waiter.interrupt()).start();
            try {
                LOCK.wait();
            } catch (InterruptedException asked) {
                stopped = true;
            }
        }
    }

    static void wake() {
        synchronized (LOCK) {
            LOCK.notify();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        waiter = new Thread(NotifiedFirst::await);
        waiter.start();
        waiter.join();
        if (!stopped) {
            throw new AssertionError("the interrupt was overlooked");
        }
    }
}
