// A worker that is late is not waited for, and its result is not there.
//@ mechanism explore: timeouts
//@ options --early-timeouts
//@ finds uncaught-exception

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class LongTimeout {
    static final CountDownLatch done = new CountDownLatch(1);
    static volatile String result;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> {
            result = "ready";
            done.countDown();
        });
        worker.start();
        done.await(3, TimeUnit.SECONDS);
        if (result == null) {
            throw new AssertionError("no thread looked whether it was done");
        }
        worker.join();
    }
}
