// Two deadlocks that have nothing to do with each other, at the same time.
//@ mechanism deadlocks: monitors

import java.util.concurrent.Phaser;

public class TwoPairs {
    static final Phaser meeting = new Phaser(4);

    static void first(Object mine, Object other) {
        synchronized (mine) {
            meeting.arriveAndAwaitAdvance();
            synchronized (other) { //~ waits first*2
                throw new AssertionError();
            }
        }
    }

    static void second(Object mine, Object other) {
        synchronized (mine) {
            meeting.arriveAndAwaitAdvance();
            synchronized (other) { //~ waits second*2
                throw new AssertionError();
            }
        }
    }

    public static void main(String[] args) {
        Object a = new Object();
        Object b = new Object();
        Object c = new Object();
        Object d = new Object();
        new Thread(() -> first(a, b)).start();
        new Thread(() -> first(b, a)).start();
        new Thread(() -> second(c, d)).start();
        new Thread(() -> second(d, c)).start();
    }
}
