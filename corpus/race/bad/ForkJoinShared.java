// Two subtasks share a counter. They wait for each other, so that two workers run them.
//@ mechanism java.util.concurrent: fork/join

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

public class ForkJoinShared {
    static int count;
    static final CountDownLatch both = new CountDownLatch(2);

    static void work() {
        count++; //~ race ForkJoinShared.count
        both.countDown();
        try {
            both.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(2);
        Runnable task = ForkJoinShared::work;
        ForkJoinTask<?> left = pool.submit(task);
        ForkJoinTask<?> right = pool.submit(task);
        left.join();
        right.join();
        pool.shutdown();
    }
}
