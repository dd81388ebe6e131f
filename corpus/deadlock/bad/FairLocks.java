// Two fair ReentrantLocks, each held twice by its owner.
//@ mechanism deadlocks: ReentrantLock

import java.util.concurrent.Phaser;
import java.util.concurrent.locks.ReentrantLock;

public class FairLocks {
    static final Phaser meeting = new Phaser(2);

    static void take(ReentrantLock first, ReentrantLock second) {
        first.lock();
        first.lock();
        meeting.arriveAndAwaitAdvance();
        first.unlock();
        second.lock(); //~ waits pair*2
        throw new AssertionError();
    }

    public static void main(String[] args) {
        ReentrantLock left = new ReentrantLock(true);
        ReentrantLock right = new ReentrantLock(true);
        new Thread(() -> take(left, right)).start();
        take(right, left);
    }
}
