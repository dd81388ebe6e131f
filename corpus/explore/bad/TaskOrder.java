// Two tasks of a pool of two, the second of which relies on the first being done.
//@ mechanism explore: order of tasks
//@ finds uncaught-exception

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class TaskOrder {
    static volatile String config;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        try {
            Future<?> load = pool.submit(() -> {
                config = "name";
            });
            Future<Integer> use = pool.submit(() -> {
                return config.length();
            });
            if (use.get() != 4) {
                throw new AssertionError(use.get());
            }
            load.get();
        } finally {
            pool.shutdown();
        }
    }
}
