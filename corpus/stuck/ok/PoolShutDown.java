// A pool that is shut down while its threads wait for tasks.
//@ mechanism stuck programs: executors

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class PoolShutDown {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        if (pool.submit(() -> 1).get() + pool.submit(() -> 2).get() != 3) {
            throw new AssertionError();
        }
        Thread.sleep(1500);
        pool.shutdown();
        if (!pool.awaitTermination(10, TimeUnit.SECONDS)) {
            throw new AssertionError();
        }
    }
}
