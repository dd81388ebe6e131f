// Two StampedLocks in different orders, one of them held to read.
//@ mechanism deadlocks: StampedLock

import java.util.concurrent.Phaser;
import java.util.concurrent.locks.StampedLock;

public class StampedLocks {
    static final Phaser meeting = new Phaser(2);
    static final StampedLock left = new StampedLock();
    static final StampedLock right = new StampedLock();

    public static void main(String[] args) {
        new Thread(() -> {
            left.writeLock();
            meeting.arriveAndAwaitAdvance();
            right.writeLock(); //~ waits pair
            throw new AssertionError();
        }).start();
        right.readLock();
        meeting.arriveAndAwaitAdvance();
        left.readLock(); //~ waits pair
        throw new AssertionError();
    }
}
