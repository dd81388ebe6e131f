// Two readers and a writer share a read-write lock; the writer goes back to reading before it leaves.
//@ mechanism explore: read-write lock

import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadersAndWriter {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int x;
    static int y;

    static void read() {
        lock.readLock().lock();
        try {
            if (x != y) {
                throw new AssertionError(x + ", " + y);
            }
        } finally {
            lock.readLock().unlock();
        }
    }

    static void write() {
        lock.writeLock().lock();
        x++;
        Thread.yield();
        y++;
        lock.readLock().lock();
        lock.writeLock().unlock();
        if (y != 1) {
            throw new AssertionError(y);
        }
        lock.readLock().unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = {
            new Thread(ReadersAndWriter::read), new Thread(ReadersAndWriter::read), new Thread(ReadersAndWriter::write),
        };
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
