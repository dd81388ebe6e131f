// Two threads hang, and a third goes on as if nothing were.
//@ mechanism deadlocks: while other threads run

import java.util.concurrent.Phaser;

public class BesideBusyThread {
    static final Phaser meeting = new Phaser(3);
    static volatile long turns;

    static void take(Object first, Object second) {
        synchronized (first) {
            meeting.arriveAndAwaitAdvance();
            synchronized (second) { //~ waits pair*2
                throw new AssertionError();
            }
        }
    }

    public static void main(String[] args) {
        Object left = new Object();
        Object right = new Object();
        new Thread(() -> take(left, right)).start();
        new Thread(() -> take(right, left)).start();
        meeting.arriveAndAwaitAdvance();
        while (turns >= 0) {
            turns++;
            Thread.onSpinWait();
        }
    }
}
