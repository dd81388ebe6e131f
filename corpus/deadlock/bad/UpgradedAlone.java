// One thread that reads wants to write: it waits for itself.
//@ mechanism deadlocks: read-write locks

import java.util.concurrent.locks.ReentrantReadWriteLock;

public class UpgradedAlone {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    public static void main(String[] args) {
        new Thread(() -> {
            lock.readLock().lock();
            lock.writeLock().lock(); //~ waits itself
            throw new AssertionError();
        }).start();
    }
}
