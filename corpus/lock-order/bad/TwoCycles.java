// Two pairs of locks, each in both orders: two findings.
//@ mechanism lock order: many objects of one allocation site

import java.util.concurrent.atomic.AtomicInteger;

public class TwoCycles {
    static final AtomicInteger turn = new AtomicInteger();

    static void first(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) { //~ takes first*2
                Thread.onSpinWait();
            }
        }
    }

    static void second(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) { //~ takes second*2
                Thread.onSpinWait();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object a = new Object();
        Object b = new Object();
        Object c = new Object();
        Object d = new Object();
        Thread other = new Thread(() -> {
            first(a, b);
            second(c, d);
            turn.setOpaque(1);
        });
        other.start();
        while (turn.getOpaque() != 1) {
            Thread.onSpinWait();
        }
        first(b, a);
        second(d, c);
        other.join();
    }
}
