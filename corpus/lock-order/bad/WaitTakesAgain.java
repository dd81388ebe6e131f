// A thread that waits at one monitor with another in hand takes the first one again when it returns.
//@ mechanism lock order: wait

import java.util.concurrent.atomic.AtomicInteger;

public class WaitTakesAgain {
    static final Object outer = new Object();
    static final Object inner = new Object();
    static final AtomicInteger turn = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            try {
                synchronized (outer) {
                    synchronized (inner) {
                        outer.wait(1); //~ takes pair
                    }
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            turn.setOpaque(1);
        });
        waiter.start();
        while (turn.getOpaque() != 1) {
            Thread.onSpinWait();
        }
        synchronized (outer) {
            synchronized (inner) { //~ takes pair
                Thread.onSpinWait();
            }
        }
        waiter.join();
    }
}
