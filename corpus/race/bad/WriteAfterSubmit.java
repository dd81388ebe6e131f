// submit() publishes what was written before it; the task may or may not see what is written after.
//@ mechanism java.util.concurrent: thread pools
//@ mechanism java.util.concurrent: Future and FutureTask

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class WriteAfterSubmit {
    static int data;
    static int seen;

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        CountDownLatch done = new CountDownLatch(1);
        pool.submit(() -> {
            seen = data; //~ race WriteAfterSubmit.data
            done.countDown();
        });
        data = 1; //~ race WriteAfterSubmit.data
        done.await();
        pool.shutdown();
        System.out.println(seen <= 1);
    }
}
