// Two threads hold the read lock at the same time, and write.
//@ mechanism java.util.concurrent: ReentrantReadWriteLock

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class WriteUnderReadLock {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            lock.readLock().lock();
            data = 1; //~ race WriteUnderReadLock.data
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        lock.readLock().lock();
        data = 2; //~ race WriteUnderReadLock.data
        lock.readLock().unlock();
        end.release();
        t.join();
    }
}
