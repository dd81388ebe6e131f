// The write locks of two read-write locks in different orders.
//@ mechanism deadlocks: read-write locks

import java.util.concurrent.Phaser;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class WriteLocks {
    static final Phaser meeting = new Phaser(2);

    static void write(ReadWriteLock first, ReadWriteLock second) {
        first.writeLock().lock();
        meeting.arriveAndAwaitAdvance();
        second.writeLock().lock(); //~ waits pair*2
        throw new AssertionError();
    }

    public static void main(String[] args) {
        ReadWriteLock left = new ReentrantReadWriteLock();
        ReadWriteLock right = new ReentrantReadWriteLock();
        new Thread(() -> write(left, right)).start();
        write(right, left);
    }
}
