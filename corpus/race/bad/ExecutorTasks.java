// Two tasks of a thread pool share a counter.
//@ mechanism java.util.concurrent: thread pools

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class ExecutorTasks {
    static int count;
    static final CountDownLatch done = new CountDownLatch(2);

    static void work() {
        count++; //~ race ExecutorTasks.count
        done.countDown();
        try {
            done.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Runnable task = ExecutorTasks::work;
        Future<?> a = pool.submit(task);
        Future<?> b = pool.submit(task);
        a.get();
        b.get();
        pool.shutdown();
    }
}
