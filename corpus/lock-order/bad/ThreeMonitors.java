// Three threads, three monitors, each taken while holding the one before. No two threads are in each other's
// way, all three are.
//@ mechanism lock order: monitors

import java.util.concurrent.atomic.AtomicInteger;

public class ThreeMonitors {
    static final Object a = new Object();
    static final Object b = new Object();
    static final Object c = new Object();
    static final AtomicInteger turn = new AtomicInteger();

    static void await(int mine) {
        while (turn.getOpaque() != mine) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            synchronized (a) {
                synchronized (b) { //~ takes ring
                    Thread.onSpinWait();
                }
            }
            turn.setOpaque(1);
        });
        Thread second = new Thread(() -> {
            await(1);
            synchronized (b) {
                synchronized (c) { //~ takes ring
                    Thread.onSpinWait();
                }
            }
            turn.setOpaque(2);
        });
        first.start();
        second.start();
        await(2);
        synchronized (c) {
            synchronized (a) { //~ takes ring
                Thread.onSpinWait();
            }
        }
        first.join();
        second.join();
    }
}
