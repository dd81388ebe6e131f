// Two threads wait for each other's lock until a third, which has better things to do first, interrupts one.
// The order of the locks is wrong all the same, and not looked for here.
//@ mechanism deadlocks: ReentrantLock
//@ options --detect deadlock,stuck

import java.util.concurrent.Phaser;
import java.util.concurrent.locks.ReentrantLock;

public class InterruptBreaksCycle {
    static final Phaser meeting = new Phaser(2);
    static final ReentrantLock left = new ReentrantLock();
    static final ReentrantLock right = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> take(left, right, true));
        Thread second = new Thread(() -> take(right, left, false));
        first.start();
        second.start();
        while (!right.hasQueuedThread(first) || !left.hasQueuedThread(second)) {
            Thread.onSpinWait();
        }
        Thread.sleep(1500);
        first.interrupt();
        first.join();
        second.join();
    }

    static void take(ReentrantLock mine, ReentrantLock other, boolean interrupted) {
        mine.lock();
        try {
            meeting.arriveAndAwaitAdvance();
            other.lockInterruptibly();
            other.unlock();
            if (interrupted) {
                throw new AssertionError();
            }
        } catch (InterruptedException e) {
            if (!interrupted) {
                throw new AssertionError(e);
            }
        } finally {
            mine.unlock();
        }
    }
}
