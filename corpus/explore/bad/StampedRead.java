// An optimistic read of a pair that is used without being validated.
//@ mechanism explore: optimistic read
//@ finds uncaught-exception

import java.util.concurrent.locks.StampedLock;

public class StampedRead {
    static final StampedLock lock = new StampedLock();
    static volatile int x;
    static volatile int y;

    static void move() {
        long stamp = lock.writeLock();
        x = 3;
        y = 3;
        lock.unlockWrite(stamp);
    }

    static void look() {
        long stamp = lock.tryOptimisticRead();
        if (stamp == 0) {
            return;
        }
        int left = x;
        int right = y;
        if (left != right) {
            throw new AssertionError(left + ", " + right);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread mover = new Thread(StampedRead::move);
        Thread looker = new Thread(StampedRead::look);
        mover.start();
        looker.start();
        mover.join();
        looker.join();
    }
}
