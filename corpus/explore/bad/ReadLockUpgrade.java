// A reader that finds the cache outdated takes the write lock while it still has the read lock: it waits for
// itself.
//@ mechanism explore: read lock upgraded
//@ finds deadlock

import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadLockUpgrade {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static boolean valid = true;
    static int refreshed;

    static void read() {
        lock.readLock().lock();
        if (!valid) {
            lock.writeLock().lock();
            refresh();
            lock.writeLock().unlock();
        }
        lock.readLock().unlock();
    }

    static void refresh() {
        if (!valid) {
            valid = true;
            refreshed++;
        }
    }

    static void invalidate() {
        lock.writeLock().lock();
        valid = false;
        lock.writeLock().unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(ReadLockUpgrade::read);
        Thread two = new Thread(ReadLockUpgrade::read);
        one.start();
        two.start();
        Thread changer = new Thread(ReadLockUpgrade::invalidate);
        changer.start();
        one.join();
        two.join();
        changer.join();
        if (refreshed > 1) {
            throw new AssertionError("refreshed " + refreshed + " times");
        }
    }
}
