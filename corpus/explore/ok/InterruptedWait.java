// A thread waits at a monitor until it is interrupted, while another one goes in and out.
//@ mechanism explore: interrupts
//@ small

public class InterruptedWait {
    static final Object lock = new Object();
    static boolean interrupted;

    static void await() {
        synchronized (lock) {
            try {
                while (true) {
                    lock.wait();
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(InterruptedWait::await);
        waiter.start();
        synchronized (lock) {
            lock.notify();
        }
        waiter.interrupt();
        waiter.join();
        if (!interrupted) {
            throw new AssertionError();
        }
    }
}
