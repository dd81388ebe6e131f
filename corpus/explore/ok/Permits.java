// Three threads and two permits: never more than two inside.
//@ mechanism explore: Semaphore

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

public class Permits {
    static final Semaphore permits = new Semaphore(2, true);
    static final AtomicInteger inside = new AtomicInteger();

    static void run() {
        try {
            permits.acquire();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        if (inside.incrementAndGet() > 2) {
            throw new AssertionError("too many");
        }
        inside.decrementAndGet();
        permits.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(Permits::run);
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (permits.availablePermits() != 2) {
            throw new AssertionError(permits);
        }
    }
}
