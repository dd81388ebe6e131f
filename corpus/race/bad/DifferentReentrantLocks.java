// Each thread takes a lock of its own.
//@ mechanism java.util.concurrent: ReentrantLock

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;

public class DifferentReentrantLocks {
    static final ReentrantLock mine = new ReentrantLock();
    static final ReentrantLock yours = new ReentrantLock();
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            mine.lock();
            data++; //~ race DifferentReentrantLocks.data
            mine.unlock();
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        yours.lock();
        data++; //~ race DifferentReentrantLocks.data
        yours.unlock();
        end.release();
        t.join();
    }
}
