// Two readers want to write: each waits for the other to stop reading.
//@ mechanism deadlocks: read-write locks

import java.util.concurrent.Phaser;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadLockUpgraded {
    static final Phaser meeting = new Phaser(2);
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    static void update() {
        lock.readLock().lock();
        meeting.arriveAndAwaitAdvance();
        lock.writeLock().lock(); //~ waits pair*2
        throw new AssertionError();
    }

    public static void main(String[] args) {
        new Thread(ReadLockUpgraded::update).start();
        update();
    }
}
