// A thread waits for a signal that may have been given before: nothing tells it so.
//@ mechanism explore: signal before await
//@ finds stuck

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class LostSignal {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition ready = lock.newCondition();

    static void work() {
        lock.lock();
        try {
            ready.signal();
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(LostSignal::work);
        worker.start();
        lock.lock();
        try {
            ready.await();
        } finally {
            lock.unlock();
        }
        worker.join();
    }
}
