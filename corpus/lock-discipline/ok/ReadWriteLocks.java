// Writes under the write lock, reads under the read lock.
//@ mechanism lock discipline: read-write locks

import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteLocks {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int shared;

    static int read() {
        lock.readLock().lock();
        try {
            return shared;
        } finally {
            lock.readLock().unlock();
        }
    }

    static void write() {
        lock.writeLock().lock();
        try {
            shared++;
        } finally {
            lock.writeLock().unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int round = 0; round < 50; round++) {
                    int before = read();
                    write();
                    if (read() <= before) {
                        throw new AssertionError();
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (read() != 200) {
            throw new AssertionError();
        }
    }
}
