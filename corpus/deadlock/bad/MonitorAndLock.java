// One thread has a monitor and wants a lock, the other has the lock and wants the monitor.
//@ mechanism deadlocks: ReentrantLock

import java.util.concurrent.Phaser;
import java.util.concurrent.locks.ReentrantLock;

public class MonitorAndLock {
    static final Phaser meeting = new Phaser(2);
    static final Object monitor = new Object();
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (monitor) {
                meeting.arriveAndAwaitAdvance();
                lock.lock(); //~ waits pair
                throw new AssertionError();
            }
        }).start();
        lock.lock();
        meeting.arriveAndAwaitAdvance();
        synchronized (monitor) { //~ waits pair
            throw new AssertionError();
        }
    }
}
