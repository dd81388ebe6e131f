// The latch is counted down before the data is written.
//@ mechanism java.util.concurrent: CountDownLatch

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

public class LatchTooEarly {
    static final CountDownLatch ready = new CountDownLatch(1);
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            ready.countDown();
            data = 1; //~ race LatchTooEarly.data
            end.acquireUninterruptibly();
        });
        t.start();
        ready.await();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = data; //~ race LatchTooEarly.data
        end.release();
        t.join();
        System.out.println(seen <= 1);
    }
}
