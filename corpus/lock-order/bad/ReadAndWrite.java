// Each thread reads under one lock while it takes the other to write.
//@ mechanism lock order: read-write locks

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadAndWrite {
    static final AtomicInteger turn = new AtomicInteger();

    static void copy(int me, ReadWriteLock from, ReadWriteLock to) {
        while (turn.getOpaque() != me) {
            Thread.onSpinWait();
        }
        from.readLock().lock();
        to.writeLock().lock(); //~ takes pair*2
        to.writeLock().unlock();
        from.readLock().unlock();
        turn.setOpaque(me + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        ReadWriteLock left = new ReentrantReadWriteLock();
        ReadWriteLock right = new ReentrantReadWriteLock();
        Thread other = new Thread(() -> copy(0, left, right));
        other.start();
        copy(1, right, left);
        other.join();
    }
}
