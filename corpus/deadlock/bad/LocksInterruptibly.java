// Locks that could be interrupted, but no thread is left to do it.
//@ mechanism deadlocks: ReentrantLock

import java.util.concurrent.Phaser;
import java.util.concurrent.locks.ReentrantLock;

public class LocksInterruptibly {
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

    public static void main(String[] args) {
        ReentrantLock left = new ReentrantLock();
        ReentrantLock right = new ReentrantLock();
        new Thread(() -> take(left, right)).start();
        new Thread(() -> take(right, left)).start();
    }
}
