// Daemons wait for each other in a way that an interrupt could end. The program ends soon after, and none came.
//@ mechanism deadlocks: ReentrantLock
//@ ends

import java.util.concurrent.Phaser;
import java.util.concurrent.locks.ReentrantLock;

public class InterruptiblyAtEnd {
    static final Phaser meeting = new Phaser(2);

    static void take(ReentrantLock first, ReentrantLock second) {
        try {
            first.lockInterruptibly();
            meeting.arriveAndAwaitAdvance();
            second.lockInterruptibly(); //~ waits pair*2
            throw new AssertionError();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static Thread daemon(ReentrantLock first, ReentrantLock second) {
        Thread daemon = new Thread(() -> take(first, second));
        daemon.setDaemon(true);
        daemon.start();
        return daemon;
    }

    public static void main(String[] args) {
        ReentrantLock left = new ReentrantLock();
        ReentrantLock right = new ReentrantLock();
        Thread[] daemons = {daemon(left, right), daemon(right, left)};
        while (!left.hasQueuedThreads() || !right.hasQueuedThreads()) {
            Thread.onSpinWait();
        }
        for (Thread daemon : daemons) {
            while (daemon.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
        }
    }
}
