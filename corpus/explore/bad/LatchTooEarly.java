// The worker counts down before its result is there.
//@ mechanism explore: latch
//@ finds uncaught-exception

import java.util.concurrent.CountDownLatch;

public class LatchTooEarly {
    static final CountDownLatch done = new CountDownLatch(1);
    static volatile String result;

    static void work() {
        done.countDown();
        result = "ready";
    }

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(LatchTooEarly::work);
        worker.start();
        done.await();
        if (result.length() != 5) {
            throw new AssertionError(result);
        }
        worker.join();
    }
}
