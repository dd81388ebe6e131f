// Two tasks of an executor, each on a virtual thread of its own, share a counter.
//@ jdk 21+
//@ mechanism virtual threads: executors

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class VirtualExecutorTasks {
    static int count;
    static final CountDownLatch both = new CountDownLatch(2);

    static void work() {
        count++; //~ race VirtualExecutorTasks.count
        both.countDown();
        try {
            both.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        Runnable task = VirtualExecutorTasks::work;
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            pool.submit(task);
            pool.submit(task);
        }
    }
}
