// Both threads have passed the barrier: what they write now is not ordered.
//@ mechanism java.util.concurrent: CyclicBarrier

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Semaphore;

public class BarrierThenWrite {
    static final CyclicBarrier barrier = new CyclicBarrier(2);
    static int data;

    static void meet() {
        try {
            barrier.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            meet();
            data = 1; //~ race BarrierThenWrite.data
            end.acquireUninterruptibly();
        });
        t.start();
        meet();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = data; //~ race BarrierThenWrite.data
        end.release();
        t.join();
        System.out.println(seen <= 1);
    }
}
