// Readers, and writers that become readers: the write lock may be turned into the read lock.
//@ mechanism deadlocks: read-write locks

import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadersAndWriters {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int value;

    static void write() {
        lock.writeLock().lock();
        int written = ++value;
        lock.readLock().lock();
        lock.writeLock().unlock();
        if (value != written) {
            throw new AssertionError(value);
        }
        lock.readLock().unlock();
    }

    static void read() {
        lock.readLock().lock();
        lock.readLock().lock();
        int seen = value;
        lock.readLock().unlock();
        lock.readLock().unlock();
        if (seen < 0) {
            throw new AssertionError(seen);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[6];
        for (int i = 0; i < threads.length; i++) {
            boolean writes = i % 2 == 0;
            threads[i] = new Thread(() -> {
                for (int round = 0; round < 200; round++) {
                    if (writes) {
                        write();
                    } else {
                        read();
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (value != 600) {
            throw new AssertionError(value);
        }
    }
}
