// One latch is counted down, another is awaited.
//@ mechanism java.util.concurrent: CountDownLatch

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

public class TwoLatches {
    static final CountDownLatch left = new CountDownLatch(1);
    static final CountDownLatch right = new CountDownLatch(1);
    static int data;

    public static void main(String[] args) throws InterruptedException {
        right.countDown();
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            data = 1; //~ race TwoLatches.data
            left.countDown();
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        right.await();
        int seen = data; //~ race TwoLatches.data
        end.release();
        t.join();
        System.out.println(seen <= 1);
    }
}
