// A completion service hands over one task after it has ended; what the others do is not ordered.
//@ mechanism java.util.concurrent: ExecutorCompletionService

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class CompletionServiceTasks {
    static int count;
    static final CountDownLatch both = new CountDownLatch(2);

    static void work() {
        count++; //~ race CompletionServiceTasks.count
        both.countDown();
        try {
            both.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        ExecutorCompletionService<Void> completion = new ExecutorCompletionService<>(pool);
        Runnable task = CompletionServiceTasks::work;
        completion.submit(task, null);
        completion.submit(task, null);
        completion.take().get();
        completion.take().get();
        pool.shutdown();
    }
}
