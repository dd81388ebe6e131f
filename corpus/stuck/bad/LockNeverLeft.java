// A thread has ended with a lock in hand.
//@ mechanism stuck programs: locks of threads that have ended

import java.util.concurrent.locks.ReentrantLock;

public class LockNeverLeft {
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        Thread careless = new Thread(() -> {
            lock.lock();
        });
        careless.start();
        careless.join();
        lock.lock(); //~ waits all
    }
}
