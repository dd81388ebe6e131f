// One ReentrantLock at every access; one StampedLock at every other.
//@ mechanism lock discipline: locks of java.util.concurrent

import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.StampedLock;

public class ConcurrentLocks {
    static final ReentrantLock lock = new ReentrantLock();
    static final StampedLock stamped = new StampedLock();
    static int counted;
    static int stampedCount;

    static void count() {
        for (int i = 0; i < 100; i++) {
            lock.lock();
            try {
                counted++;
            } finally {
                lock.unlock();
            }
            long stamp = stamped.writeLock();
            try {
                stampedCount++;
            } finally {
                stamped.unlockWrite(stamp);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(ConcurrentLocks::count);
        other.start();
        count();
        other.join();
        lock.lock();
        long stamp = stamped.readLock();
        if (counted != 200 || stampedCount != 200) {
            throw new AssertionError(counted);
        }
        stamped.unlockRead(stamp);
        lock.unlock();
    }
}
