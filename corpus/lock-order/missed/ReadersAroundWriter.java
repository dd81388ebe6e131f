// Missed because: two readers are not in each other's way, unless a writer waits between them. No cycle of
// three such waits is looked for.
//@ mechanism lock order: read-write locks

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadersAroundWriter {
    static final AtomicInteger turn = new AtomicInteger();

    static void both(int me, ReadWriteLock first, ReadWriteLock second) {
        while (turn.getOpaque() != me) {
            Thread.onSpinWait();
        }
        first.readLock().lock();
        second.readLock().lock();
        second.readLock().unlock();
        first.readLock().unlock();
        turn.setOpaque(me + 1);
    }

    static void write(int me, ReadWriteLock lock) {
        while (turn.getOpaque() != me) {
            Thread.onSpinWait();
        }
        lock.writeLock().lock();
        lock.writeLock().unlock();
        turn.setOpaque(me + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        ReadWriteLock left = new ReentrantReadWriteLock();
        ReadWriteLock right = new ReentrantReadWriteLock();
        Thread[] threads = {
            new Thread(() -> both(0, left, right)),
            new Thread(() -> both(1, right, left)),
            new Thread(() -> write(2, left)),
            new Thread(() -> write(3, right)),
        };
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
