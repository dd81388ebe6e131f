// Phases: all threads take the locks in one order, meet at a barrier, and take them in the other.
//@ mechanism lock order: other order between

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierBetween {
    static final CyclicBarrier barrier = new CyclicBarrier(2);
    static final Object left = new Object();
    static final Object right = new Object();

    static void both(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) {
                Thread.onSpinWait();
            }
        }
    }

    static void phases() {
        try {
            both(left, right);
            barrier.await();
            both(right, left);
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(BarrierBetween::phases);
        other.start();
        phases();
        other.join();
    }
}
