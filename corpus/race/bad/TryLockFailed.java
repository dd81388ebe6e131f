// tryLock() says no, and the thread goes on all the same.
//@ mechanism java.util.concurrent: ReentrantLock

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

public class TryLockFailed {
    static final ReentrantLock lock = new ReentrantLock();
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            lock.lock();
            data = 1; //~ race TryLockFailed.data
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        boolean locked = lock.tryLock();
        int seen = data; //~ race TryLockFailed.data
        end.release();
        t.join();
        System.out.println(!locked && seen <= 1);
    }
}
