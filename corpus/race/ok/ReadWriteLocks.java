// Writers exclude each other and the readers.
//@ mechanism java.util.concurrent: ReentrantReadWriteLock

import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteLocks {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int a;
    static int b;

    static void write() {
        for (int i = 0; i < 100; i++) {
            lock.writeLock().lock();
            try {
                a++;
                b--;
            } finally {
                lock.writeLock().unlock();
            }
        }
    }

    static void read() {
        for (int i = 0; i < 100; i++) {
            lock.readLock().lock();
            try {
                if (a + b != 0) {
                    throw new AssertionError();
                }
            } finally {
                lock.readLock().unlock();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = {
            new Thread(ReadWriteLocks::write),
            new Thread(ReadWriteLocks::read),
            new Thread(ReadWriteLocks::read),
        };
        for (Thread t : threads) {
            t.start();
        }
        write();
        for (Thread t : threads) {
            t.join();
        }
        if (a != 200) {
            throw new AssertionError(a);
        }
    }
}
