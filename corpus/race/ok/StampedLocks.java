// StampedLock in its read and write modes.
//@ mechanism java.util.concurrent: StampedLock

import java.util.concurrent.locks.StampedLock;

public class StampedLocks {
    static final StampedLock lock = new StampedLock();
    static int a;
    static int b;

    static void work() {
        for (int i = 0; i < 100; i++) {
            long stamp = lock.writeLock();
            a++;
            b--;
            lock.unlockWrite(stamp);
            stamp = lock.readLock();
            int sum = a + b;
            lock.unlockRead(stamp);
            if (sum != 0) {
                throw new AssertionError(sum);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(StampedLocks::work);
        t.start();
        work();
        t.join();
        if (a != 200) {
            throw new AssertionError(a);
        }
    }
}
