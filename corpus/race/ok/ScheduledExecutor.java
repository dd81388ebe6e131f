// Scheduled tasks, one after another on one thread.
//@ mechanism java.util.concurrent: ScheduledExecutorService

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class ScheduledExecutor {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
        int[] box = new int[1];
        box[0] = 5;
        ScheduledFuture<int[]> first = pool.schedule(() -> {
            box[0]++;
            return box;
        }, 1, TimeUnit.MILLISECONDS);
        int[] same = first.get();
        same[0]++;
        ScheduledFuture<?> second = pool.schedule(() -> {
            box[0]++;
        }, 1, TimeUnit.MILLISECONDS);
        second.get();
        pool.shutdown();
        if (box[0] != 8) {
            throw new AssertionError(box[0]);
        }
    }
}
