// A second reader waits behind a writer in the queue, the writer waits for the first reader, and that one for
// a monitor of the second.
//@ mechanism deadlocks: read-write locks

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReaderBehindWriter {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static final Object monitor = new Object();

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        Thread writer = new Thread(() -> {
            lock.writeLock().lock(); //~ waits ring
            throw new AssertionError();
        });
        Thread reader = new Thread(() -> {
            synchronized (monitor) {
                inside.countDown();
                lock.readLock().lock(); //~ waits ring
                throw new AssertionError();
            }
        });
        lock.readLock().lock();
        writer.start();
        // Not before it is parked can a reader tell that the first in the queue wants to write.
        while (writer.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        reader.start();
        inside.await();
        synchronized (monitor) { //~ waits ring
            throw new AssertionError();
        }
    }
}
