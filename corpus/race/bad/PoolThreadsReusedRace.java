// Workers that have been waited for many times race with their next tasks.
//@ mechanism lifetimes: pool threads re-used

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class PoolThreadsReusedRace {
    static int count;
    static int shared;
    static final CountDownLatch both = new CountDownLatch(2);

    static void work() {
        shared++; //~ race PoolThreadsReusedRace.shared
        both.countDown();
        try {
            both.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 20; i++) {
            pool.submit(() -> count++).get();
        }
        Runnable task = PoolThreadsReusedRace::work;
        Future<?> left = pool.submit(task);
        Future<?> right = pool.submit(task);
        left.get();
        right.get();
        pool.shutdown();
    }
}
