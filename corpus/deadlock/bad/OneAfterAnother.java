// The program goes on beside two daemons that wait for each other, until two more do.
//@ mechanism deadlocks: monitors
//@ ends
//@ options --on-deadlock report

import java.util.concurrent.Phaser;

public class OneAfterAnother {
    static Thread daemon(Runnable body) {
        Thread daemon = new Thread(body);
        daemon.setDaemon(true);
        daemon.start();
        return daemon;
    }

    static void await(Thread... daemons) {
        for (Thread daemon : daemons) {
            while (daemon.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
        }
    }

    static void early(Phaser meeting, Object first, Object second) {
        synchronized (first) {
            meeting.arriveAndAwaitAdvance();
            synchronized (second) { //~ waits early*2
                throw new AssertionError();
            }
        }
    }

    static void late(Phaser meeting, Object first, Object second) {
        synchronized (first) {
            meeting.arriveAndAwaitAdvance();
            synchronized (second) { //~ waits late*2
                throw new AssertionError();
            }
        }
    }

    public static void main(String[] args) {
        Object a = new Object();
        Object b = new Object();
        Phaser first = new Phaser(2);
        await(daemon(() -> early(first, a, b)), daemon(() -> early(first, b, a)));
        Object c = new Object();
        Object d = new Object();
        Phaser second = new Phaser(2);
        await(daemon(() -> late(second, c, d)), daemon(() -> late(second, d, c)));
    }
}
