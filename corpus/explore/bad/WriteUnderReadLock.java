// Two threads change a value while both have the read lock.
//@ mechanism explore: write under a read lock
//@ finds uncaught-exception

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class WriteUnderReadLock {
    static final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    static volatile int value;

    static void add(int amount) {
        Lock held = lock.readLock();
        held.lock();
        try {
            value = value + amount;
        } finally {
            held.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> add(1));
        Thread two = new Thread(() -> add(2));
        one.start();
        two.start();
        one.join();
        two.join();
        if (value != 3) {
            throw new AssertionError(value);
        }
    }
}
