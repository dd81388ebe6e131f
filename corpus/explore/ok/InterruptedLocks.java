// Threads that wait for a lock, a condition and a queue are interrupted.
//@ mechanism explore: interrupts

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class InterruptedLocks {
    interface Waiting {
        void await() throws InterruptedException;
    }

    static final ReentrantLock held = new ReentrantLock();
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition never = lock.newCondition();
    static final SynchronousQueue<String> queue = new SynchronousQueue<>();
    static final AtomicInteger interrupted = new AtomicInteger();

    static void awaitNever() throws InterruptedException {
        lock.lock();
        try {
            while (true) {
                never.await();
            }
        } finally {
            lock.unlock();
        }
    }

    static Thread start(Waiting waiting) {
        Thread thread = new Thread(() -> {
            try {
                waiting.await();
            } catch (InterruptedException e) {
                interrupted.incrementAndGet();
            }
        });
        thread.start();
        return thread;
    }

    public static void main(String[] args) throws InterruptedException {
        held.lock();
        Thread[] threads = {
            start(held::lockInterruptibly), start(InterruptedLocks::awaitNever), start(queue::take),
        };
        for (Thread thread : threads) {
            thread.interrupt();
            thread.join();
        }
        held.unlock();
        if (interrupted.get() != 3) {
            throw new AssertionError(interrupted);
        }
    }
}
