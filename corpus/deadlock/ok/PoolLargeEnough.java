// Tasks wait for other tasks of the same pool, which has threads enough; and one waits for a slow one.
//@ mechanism deadlocks: tasks and their results

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

public class PoolLargeEnough {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        Future<Integer> outer = pool.submit(() -> {
            Future<Integer> inner = pool.submit(() -> {
                TimeUnit.MILLISECONDS.sleep(1500);
                return 1;
            });
            return inner.get() + pool.submit(() -> 1).get();
        });
        int sum = outer.get();
        pool.shutdown();
        if (sum != 2) {
            throw new AssertionError(sum);
        }
    }
}
