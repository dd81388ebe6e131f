// An optimistic read whose stamp is never validated, while the writer has the lock.
//@ mechanism java.util.concurrent: StampedLock

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.StampedLock;

public class OptimisticReadUnchecked {
    static final StampedLock lock = new StampedLock();
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            long stamp = lock.writeLock();
            data = 1; //~ race OptimisticReadUnchecked.data
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        long stamp = lock.tryOptimisticRead();
        int seen = data; //~ race OptimisticReadUnchecked.data
        end.release();
        t.join();
        System.out.println(stamp == 0 && seen <= 1);
    }
}
