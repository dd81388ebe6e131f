// Tasks that follow each other on one worker are ordered, even if a task fails and another worker takes its
// place.
//@ mechanism lifetimes: pool threads re-used

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class PoolThreadsReused {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1, task -> {
            Thread worker = new Thread(task);
            worker.setUncaughtExceptionHandler((thread, e) -> {});
            return worker;
        });
        for (int i = 0; i < 100; i++) {
            int number = i;
            pool.execute(() -> {
                count++;
                if (number % 10 == 5) {
                    throw new IllegalStateException("on purpose");
                }
            });
        }
        pool.shutdown();
        if (!pool.awaitTermination(60, TimeUnit.SECONDS) || count != 100) {
            throw new AssertionError(count);
        }
    }
}
