//@ jdk 21+
//@ mechanism virtual threads: executors
// What the tasks of an executor did is seen by the thread that closed it, whichever task was the last.

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class PerTaskExecutorsClosed {
    static final int TASKS = 200;

    static void run(ExecutorService executor, int[] results) {
        for (int i = 0; i < TASKS; i++) {
            int number = i;
            executor.execute(() -> results[number] = number);
        }
    }

    static void check(int[] results) {
        for (int i = 0; i < TASKS; i++) {
            if (results[i] != i) {
                throw new AssertionError(i);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] results = new int[TASKS];
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            run(executor, results);
        }
        check(results);
        int[] others = new int[TASKS];
        ExecutorService executor = Executors.newThreadPerTaskExecutor(Thread::new);
        run(executor, others);
        executor.shutdown();
        if (!executor.awaitTermination(1, TimeUnit.MINUTES)) {
            throw new AssertionError("not terminated");
        }
        check(others);
    }
}
