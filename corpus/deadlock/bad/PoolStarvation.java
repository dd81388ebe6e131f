// A task waits for another task that only its own thread could run.
//@ mechanism deadlocks: tasks and their results

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class PoolStarvation {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        Future<Integer> outer = pool.submit(() -> {
            Future<Integer> inner = pool.submit(() -> 1);
            return inner.get(); //~ waits itself
        });
        System.out.println(outer.get());
        pool.shutdown();
    }
}
