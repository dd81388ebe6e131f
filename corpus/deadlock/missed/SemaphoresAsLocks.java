// Missed because: a permit has no owner. Two threads wait for each other's permit for ever, but the third that
// still runs could release one; that it never will is not known.
//@ mechanism deadlocks: waiting by hand

import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;

public class SemaphoresAsLocks {
    static final Phaser meeting = new Phaser(3);

    static Thread daemon(Semaphore first, Semaphore second) {
        Thread daemon = new Thread(() -> {
            first.acquireUninterruptibly();
            meeting.arriveAndAwaitAdvance();
            second.acquireUninterruptibly();
            throw new AssertionError();
        });
        daemon.setDaemon(true);
        return daemon;
    }

    public static void main(String[] args) throws InterruptedException {
        Semaphore left = new Semaphore(1);
        Semaphore right = new Semaphore(1);
        daemon(left, right).start();
        daemon(right, left).start();
        meeting.arriveAndAwaitAdvance();
        Thread.sleep(1500);
    }
}
