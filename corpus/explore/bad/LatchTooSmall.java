// Two workers, but the latch opens after the first: the sum may lack the second part.
//@ mechanism explore: latch
//@ finds uncaught-exception

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public class LatchTooSmall {
    static final CountDownLatch done = new CountDownLatch(1);
    static final AtomicInteger sum = new AtomicInteger();

    static void work(int part) {
        sum.addAndGet(part);
        done.countDown();
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> work(1)).start();
        new Thread(() -> work(2)).start();
        done.await();
        int result = sum.get();
        if (result != 3) {
            throw new AssertionError("sum " + result);
        }
    }
}
