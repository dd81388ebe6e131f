// Executors of every kind: what a task wrote is seen after get(), after invokeAll() and after termination.
//@ mechanism java.util.concurrent: thread pools
//@ mechanism java.util.concurrent: Future and FutureTask
//@ mechanism java.util.concurrent: ExecutorCompletionService

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

public class ExecutorKinds {
    static int compute(ExecutorService pool) throws Exception {
        int[] results = new int[20];
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            int number = i;
            tasks.add(() -> results[number] = number);
        }
        int sum = 0;
        for (Future<Integer> future : pool.invokeAll(tasks)) {
            sum += future.get();
        }
        ExecutorCompletionService<int[]> completion = new ExecutorCompletionService<>(pool);
        for (int i = 0; i < 10; i++) {
            int number = i;
            completion.submit(() -> {
                int[] box = new int[1];
                box[0] = number;
                return box;
            });
        }
        for (int i = 0; i < 10; i++) {
            sum += completion.take().get()[0];
        }
        for (int i = 10; i < 20; i++) {
            int number = i;
            pool.execute(() -> results[number] = number);
        }
        pool.shutdown();
        if (!pool.awaitTermination(60, TimeUnit.SECONDS)) {
            throw new AssertionError("not terminated");
        }
        for (int result : results) {
            sum += result;
        }
        return sum;
    }

    public static void main(String[] args) throws Exception {
        List<ExecutorService> pools = List.of(
                Executors.newFixedThreadPool(2),
                Executors.newCachedThreadPool(),
                Executors.newSingleThreadExecutor(),
                Executors.newScheduledThreadPool(2),
                Executors.newWorkStealingPool(2));
        for (ExecutorService pool : pools) {
            if (compute(pool) != 280) {
                throw new AssertionError(pool);
            }
        }
        int[] data = new int[1];
        FutureTask<Integer> task = new FutureTask<>(() -> data[0] = 7);
        Thread runner = new Thread(task);
        runner.start();
        while (!task.isDone()) {
            Thread.onSpinWait();
        }
        if (data[0] + task.get() != 14) {
            throw new AssertionError(data[0]);
        }
        runner.join();
    }
}
