// A write under the read lock: that is held together with others, so it protects no write. It is a data race as
// well, which is not looked for here.
//@ mechanism lock discipline: read-write locks
//@ options --detect lock-discipline

import java.util.concurrent.locks.ReentrantReadWriteLock;

public class WriteUnderReadLock {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static int shared;

    static void write() {
        lock.readLock().lock();
        shared = 1; //~ unprotected WriteUnderReadLock.shared
        lock.readLock().unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(WriteUnderReadLock::write);
        other.start();
        write();
        other.join();
    }
}
