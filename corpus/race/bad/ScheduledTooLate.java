// schedule() publishes what was written before it, not what is written while the delay runs.
//@ mechanism java.util.concurrent: ScheduledExecutorService

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class ScheduledTooLate {
    static int data;
    static int seen;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        CountDownLatch done = new CountDownLatch(1);
        pool.schedule(() -> {
            seen = data; //~ race ScheduledTooLate.data
            done.countDown();
        }, 10, TimeUnit.MILLISECONDS);
        data = 1; //~ race ScheduledTooLate.data
        done.await();
        pool.shutdown();
        System.out.println(seen <= 1);
    }
}
