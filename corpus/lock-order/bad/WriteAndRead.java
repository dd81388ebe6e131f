// Each thread writes under one lock while it takes the other to read.
//@ mechanism lock order: read-write locks

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class WriteAndRead {
    static final AtomicInteger turn = new AtomicInteger();

    static void fetch(int me, ReadWriteLock to, ReadWriteLock from) {
        while (turn.getOpaque() != me) {
            Thread.onSpinWait();
        }
        to.writeLock().lock();
        from.readLock().lock(); //~ takes pair*2
        from.readLock().unlock();
        to.writeLock().unlock();
        turn.setOpaque(me + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        ReadWriteLock left = new ReentrantReadWriteLock();
        ReadWriteLock right = new ReentrantReadWriteLock();
        Thread other = new Thread(() -> fetch(0, left, right));
        other.start();
        fetch(1, right, left);
        other.join();
    }
}
