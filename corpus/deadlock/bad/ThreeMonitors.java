// Three threads in a ring, each with code of its own.
//@ mechanism deadlocks: monitors

import java.util.concurrent.Phaser;

public class ThreeMonitors {
    static final Phaser meeting = new Phaser(3);
    static final Object a = new Object();
    static final Object b = new Object();
    static final Object c = new Object();

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (a) {
                meeting.arriveAndAwaitAdvance();
                synchronized (b) { //~ waits ring
                    throw new AssertionError();
                }
            }
        }).start();
        new Thread(() -> {
            synchronized (b) {
                meeting.arriveAndAwaitAdvance();
                synchronized (c) { //~ waits ring
                    throw new AssertionError();
                }
            }
        }).start();
        synchronized (c) {
            meeting.arriveAndAwaitAdvance();
            synchronized (a) { //~ waits ring
                throw new AssertionError();
            }
        }
    }
}
