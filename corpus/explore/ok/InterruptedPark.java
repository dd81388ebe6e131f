// A thread parks until it is interrupted; parking does not clear the interrupt.
//@ mechanism explore: interrupts
//@ small

import java.util.concurrent.locks.LockSupport;

public class InterruptedPark {
    static void park() {
        while (!Thread.currentThread().isInterrupted()) {
            LockSupport.park();
        }
        LockSupport.park();
        if (!Thread.interrupted()) {
            throw new AssertionError("not interrupted");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread parker = new Thread(InterruptedPark::park);
        parker.start();
        LockSupport.unpark(parker);
        parker.interrupt();
        parker.join();
    }
}
