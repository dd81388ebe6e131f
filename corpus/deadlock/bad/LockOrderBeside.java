// A deadlock, and before it a cycle elsewhere that did not close: both are reported.
//@ mechanism deadlocks: findings before it
//@ also lock-order

import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;

public class LockOrderBeside {
    static final Phaser meeting = new Phaser(2);
    // Opaque: it takes the threads through their steps and orders nothing.
    static final AtomicInteger step = new AtomicInteger();

    static void both(int turn, Object first, Object second) {
        while (step.getOpaque() != turn) {
            Thread.onSpinWait();
        }
        synchronized (first) {
            synchronized (second) {
                step.setOpaque(turn + 1);
            }
        }
    }

    static void take(Object first, Object second) {
        synchronized (first) {
            meeting.arriveAndAwaitAdvance();
            synchronized (second) { //~ waits pair*2
                throw new AssertionError();
            }
        }
    }

    public static void main(String[] args) {
        Object a = new Object();
        Object b = new Object();
        Object c = new Object();
        Object d = new Object();
        new Thread(() -> {
            both(0, a, b);
            take(c, d);
        }).start();
        both(1, b, a);
        take(d, c);
    }
}
