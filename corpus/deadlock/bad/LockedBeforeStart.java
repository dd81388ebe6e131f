// Main has a ReentrantLock since before there was a second thread, and waits for one that wants it.
//@ mechanism deadlocks: held before the first start

import java.util.concurrent.locks.ReentrantLock;

public class LockedBeforeStart {
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        lock.lock();
        Thread worker = new Thread(() -> {
            lock.lock(); //~ waits pair
            throw new AssertionError();
        });
        worker.start();
        worker.join(); //~ waits pair
    }
}
