// Two threads enter two monitors in different orders, one after the other: nothing hangs this time.
//@ mechanism lock order: monitors

import java.util.concurrent.atomic.AtomicInteger;

public class TwoMonitors {
    static final Object left = new Object();
    static final Object right = new Object();
    // Opaque: it takes the threads through their turns and orders nothing.
    static final AtomicInteger turn = new AtomicInteger();

    static void await(int mine) {
        while (turn.getOpaque() != mine) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (left) {
                synchronized (right) { //~ takes pair
                    Thread.onSpinWait();
                }
            }
            turn.setOpaque(1);
        });
        other.start();
        await(1);
        synchronized (right) {
            synchronized (left) { //~ takes pair
                Thread.onSpinWait();
            }
        }
        other.join();
    }
}
