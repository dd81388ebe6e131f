// Only one of the two threads is inside a third lock: that keeps no thread out.
//@ mechanism lock order: a gate

import java.util.concurrent.atomic.AtomicInteger;

public class GateOnOneSide {
    static final Object gate = new Object();
    static final Object left = new Object();
    static final Object right = new Object();
    static final AtomicInteger turn = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (gate) {
                synchronized (left) {
                    synchronized (right) { //~ takes pair
                        Thread.onSpinWait();
                    }
                }
            }
            turn.setOpaque(1);
        });
        other.start();
        while (turn.getOpaque() != 1) {
            Thread.onSpinWait();
        }
        synchronized (right) {
            synchronized (left) { //~ takes pair
                Thread.onSpinWait();
            }
        }
        other.join();
    }
}
