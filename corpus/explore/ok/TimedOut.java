// Waits of all kinds that nothing ends but their timeouts.
//@ mechanism explore: timeouts

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Exchanger;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

public class TimedOut {
    static final ReentrantLock lock = new ReentrantLock();

    static void waits() throws Exception {
        Object monitor = new Object();
        synchronized (monitor) {
            monitor.wait(1);
        }
        LockSupport.parkNanos(1000);
        expect(new LinkedBlockingQueue<String>().poll(1, TimeUnit.MILLISECONDS) == null);
        expect(!new CountDownLatch(1).await(1, TimeUnit.MILLISECONDS));
        expect(!new Semaphore(0).tryAcquire(1, TimeUnit.MILLISECONDS));
        expect(!lock.tryLock(1, TimeUnit.MILLISECONDS));
        try {
            new CompletableFuture<String>().get(1, TimeUnit.MILLISECONDS);
            throw new AssertionError("a result");
        } catch (TimeoutException e) {
            // As it should be.
        }
        try {
            new Exchanger<String>().exchange("mine", 1, TimeUnit.MILLISECONDS);
            throw new AssertionError("a partner");
        } catch (TimeoutException e) {
            // As it should be.
        }
    }

    static void expect(boolean holds) {
        if (!holds) {
            throw new AssertionError();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        lock.lock();
        Thread waiter = new Thread(() -> {
            try {
                waits();
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        waiter.start();
        waiter.join(1);
        waiter.join();
        lock.unlock();
    }
}
