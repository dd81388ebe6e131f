// A monitor and a ReentrantLock in different orders.
//@ mechanism lock order: ReentrantLock

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

public class MonitorAndLock {
    static final Object monitor = new Object();
    static final ReentrantLock lock = new ReentrantLock();
    static final AtomicInteger turn = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (monitor) {
                lock.lock(); //~ takes pair
                lock.unlock();
            }
            turn.setOpaque(1);
        });
        other.start();
        while (turn.getOpaque() != 1) {
            Thread.onSpinWait();
        }
        lock.lock();
        synchronized (monitor) { //~ takes pair
            Thread.onSpinWait();
        }
        lock.unlock();
        other.join();
    }
}
