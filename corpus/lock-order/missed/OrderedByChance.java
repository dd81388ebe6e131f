// Missed because: an order between the threads is taken for meant, though here it comes from a counter that has
// nothing to do with the locks.
//@ mechanism lock order: what another run would show

import java.util.concurrent.atomic.AtomicInteger;

public class OrderedByChance {
    static final AtomicInteger statistics = new AtomicInteger();

    static void both(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) {
                Thread.onSpinWait();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object left = new Object();
        Object right = new Object();
        AtomicInteger turn = new AtomicInteger();
        Thread other = new Thread(() -> {
            both(left, right);
            statistics.incrementAndGet();
            turn.setOpaque(1);
        });
        other.start();
        while (turn.getOpaque() != 1) {
            Thread.onSpinWait();
        }
        statistics.incrementAndGet();
        both(right, left);
        other.join();
    }
}
