// Two workers, and a latch that opens after both.
//@ mechanism explore: latch

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public class LatchTooSmall {
    static final CountDownLatch done = new CountDownLatch(2);
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
