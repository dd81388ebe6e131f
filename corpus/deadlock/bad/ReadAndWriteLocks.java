// Each thread reads under one lock and wants to write under the other.
//@ mechanism deadlocks: read-write locks

import java.util.concurrent.Phaser;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadAndWriteLocks {
    static final Phaser meeting = new Phaser(2);

    static void copy(ReadWriteLock from, ReadWriteLock to) {
        from.readLock().lock();
        meeting.arriveAndAwaitAdvance();
        to.writeLock().lock(); //~ waits pair*2
        throw new AssertionError();
    }

    public static void main(String[] args) {
        ReadWriteLock left = new ReentrantReadWriteLock();
        ReadWriteLock right = new ReentrantReadWriteLock();
        new Thread(() -> copy(left, right)).start();
        copy(right, left);
    }
}
