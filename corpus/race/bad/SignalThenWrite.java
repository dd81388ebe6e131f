// The writer signals first and writes afterwards, outside the lock.
//@ mechanism java.util.concurrent: Condition

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class SignalThenWrite {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition changed = lock.newCondition();
    static boolean ready;
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            lock.lock();
            ready = true;
            changed.signalAll();
            lock.unlock();
            data = 1; //~ race SignalThenWrite.data
            end.acquireUninterruptibly();
        });
        t.start();
        lock.lock();
        while (!ready) {
            changed.await();
        }
        lock.unlock();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = data; //~ race SignalThenWrite.data
        end.release();
        t.join();
        System.out.println(seen <= 1);
    }
}
