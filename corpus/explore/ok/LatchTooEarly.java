// The worker counts down when its result is there.
//@ mechanism explore: latch

import java.util.concurrent.CountDownLatch;

public class LatchTooEarly {
    static final CountDownLatch done = new CountDownLatch(1);
    static volatile String result;

    static void work() {
        result = "ready";
        done.countDown();
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
