// A thread waits until it sees what has happened, whether the signal came before or after.
//@ mechanism explore: signal before await

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class LostSignal {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition ready = lock.newCondition();
    static boolean done;

    static void work() {
        lock.lock();
        try {
            done = true;
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
            while (!done) {
                ready.await();
            }
        } finally {
            lock.unlock();
        }
        worker.join();
    }
}
