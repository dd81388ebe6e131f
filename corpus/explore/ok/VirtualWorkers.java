// Virtual threads that sleep inside a lock and wake the one who waits for all of them.
//@ mechanism explore: virtual threads
//@ jdk 21+

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

public class VirtualWorkers {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Object READY = new Object();
    static volatile int sum;
    static int ready;

    static Void work() throws InterruptedException {
        LOCK.lock();
        try {
            int before = sum;
            Thread.sleep(5);
            sum = before + 1;
        } finally {
            LOCK.unlock();
        }
        synchronized (READY) {
            ready++;
            READY.notifyAll();
        }
        return null;
    }

    public static void main(String[] args) throws Exception {
        try (ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 4; i++) {
                workers.submit(VirtualWorkers::work);
            }
            synchronized (READY) {
                while (ready < 4) {
                    READY.wait();
                }
            }
        }
        if (sum != 4) {
            throw new AssertionError(sum);
        }
    }
}
