// Readers have ended without letting go, and the lock itself does not say who they were.
//@ mechanism stuck programs: locks of threads that have ended

import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadLockNeverLeft {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    public static void main(String[] args) throws InterruptedException {
        Thread careless = new Thread(() -> {
            lock.readLock().lock();
        });
        careless.start();
        careless.join();
        lock.writeLock().lock(); //~ waits all
    }
}
