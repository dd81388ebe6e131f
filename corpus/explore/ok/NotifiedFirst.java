// Who waits is interrupted and notified, in either order, and looks for the interrupt afterwards.
//@ mechanism explore: interrupts
//@ small

public class NotifiedFirst {
    static final Object LOCK = new Object();
    static Thread waiter;
    static volatile boolean stopped;

    static void await() {
        Thread stopper = new Thread(() -> waiter.interrupt());
        synchronized (LOCK) {
            new Thread(NotifiedFirst::wake).start();
            stopper.start();
            try {
                LOCK.wait();
                stopper.join();
            } catch (InterruptedException asked) {
                stopped = true;
            }
        }
        stopped |= Thread.interrupted();
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
