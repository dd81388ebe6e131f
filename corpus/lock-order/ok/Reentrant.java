// A lock that the thread has already is taken again inside another one: that does not wait.
//@ mechanism lock order: re-entrance

import java.util.concurrent.locks.ReentrantLock;

public class Reentrant {
    static final Object monitor = new Object();
    static final ReentrantLock lock = new ReentrantLock();

    static void both() {
        synchronized (monitor) {
            lock.lock();
            synchronized (monitor) {
                lock.lock();
                synchronized (monitor) {
                    Thread.onSpinWait();
                }
                lock.unlock();
            }
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            for (int round = 0; round < 100; round++) {
                both();
            }
        });
        other.start();
        for (int round = 0; round < 100; round++) {
            both();
        }
        other.join();
    }
}
