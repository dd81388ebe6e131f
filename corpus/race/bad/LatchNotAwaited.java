// getCount() of a latch that is not yet at zero orders what came before the last countDown() alone.
//@ mechanism java.util.concurrent: CountDownLatch

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;

public class LatchNotAwaited {
    static final CountDownLatch ready = new CountDownLatch(2);
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            ready.countDown();
            data = 1; //~ race LatchNotAwaited.data
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        long left = ready.getCount();
        int seen = data; //~ race LatchNotAwaited.data
        end.release();
        t.join();
        System.out.println(left == 1 && seen <= 1);
    }
}
