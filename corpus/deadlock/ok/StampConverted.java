// A StampedLock held to read is converted where that is possible at once, and left where it is not.
//@ mechanism deadlocks: StampedLock

import java.util.concurrent.locks.StampedLock;

public class StampConverted {
    static final StampedLock lock = new StampedLock();
    static int value;

    static void increment() {
        long stamp = lock.readLock();
        try {
            while (true) {
                long write = lock.tryConvertToWriteLock(stamp);
                if (write != 0) {
                    stamp = write;
                    value++;
                    return;
                }
                lock.unlockRead(stamp);
                stamp = lock.writeLock();
            }
        } finally {
            lock.unlock(stamp);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int round = 0; round < 200; round++) {
                    increment();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (value != 800) {
            throw new AssertionError(value);
        }
    }
}
