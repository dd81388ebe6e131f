// Missed because: an unrelated volatile counter, updated by both threads, orders them in this run.
//@ mechanism thread basics: order by chance

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public class HiddenByVolatile {
    static final AtomicInteger statistics = new AtomicInteger();
    static int shared;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread writer = new Thread(() -> {
            shared = 1;
            statistics.incrementAndGet();
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        while (writer.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        statistics.incrementAndGet();
        int seen = shared;
        end.countDown();
        writer.join();
        System.out.println(seen);
    }
}
