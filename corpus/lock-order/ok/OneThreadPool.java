// Both orders, in tasks of a pool with one thread.
//@ mechanism lock order: executors

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class OneThreadPool {
    static void both(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) {
                Thread.onSpinWait();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object left = new Object();
        Object right = new Object();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        for (int i = 0; i < 20; i++) {
            pool.execute(() -> both(left, right));
            pool.execute(() -> both(right, left));
        }
        pool.shutdown();
        if (!pool.awaitTermination(20, TimeUnit.SECONDS)) {
            throw new AssertionError();
        }
    }
}
