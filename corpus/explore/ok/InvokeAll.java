// All tasks of a cached pool, one of which fails and says so by its future.
//@ mechanism explore: executors

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class InvokeAll {
    static int fail() {
        throw new IllegalStateException("on purpose");
    }

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newCachedThreadPool();
        List<Callable<Integer>> tasks = List.of(() -> 1, InvokeAll::fail, () -> 2);
        int sum = 0;
        int failed = 0;
        for (Future<Integer> result : pool.invokeAll(tasks)) {
            try {
                sum += result.get();
            } catch (ExecutionException e) {
                failed++;
            }
        }
        pool.shutdownNow();
        if (sum != 3 || failed != 1) {
            throw new AssertionError(sum + ", " + failed);
        }
    }
}
