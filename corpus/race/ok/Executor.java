// submit() comes before the task, the task before get().
//@ mechanism java.util.concurrent: thread pools

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

public class Executor {
    static class Job implements Callable<Job> {
        int input;
        int output;

        @Override
        public Job call() {
            output = input * 2;
            return this;
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(3);
        List<Future<Job>> futures = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            Job job = new Job();
            job.input = i;
            futures.add(pool.submit(job));
        }
        int sum = 0;
        for (Future<Job> future : futures) {
            sum += future.get().output;
        }
        int[] last = new int[1];
        pool.execute(() -> {
            last[0] = 1;
        });
        pool.shutdown();
        if (!pool.awaitTermination(60, TimeUnit.SECONDS)) {
            throw new AssertionError("not terminated");
        }
        if (sum != 9900 || last[0] != 1) {
            throw new AssertionError(sum);
        }
    }
}
