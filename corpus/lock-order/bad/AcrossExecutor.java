// Two tasks of one pool, each on a thread of its own.
//@ mechanism lock order: executors

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

public class AcrossExecutor {
    static final Object left = new Object();
    static final Object right = new Object();
    static final AtomicInteger turn = new AtomicInteger();

    static void await(int mine) {
        while (turn.getOpaque() != mine) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Future<?> second = pool.submit(() -> {
            await(1);
            synchronized (right) {
                synchronized (left) { //~ takes pair
                    Thread.onSpinWait();
                }
            }
        });
        Future<?> first = pool.submit(() -> {
            synchronized (left) {
                synchronized (right) { //~ takes pair
                    Thread.onSpinWait();
                }
            }
            turn.setOpaque(1);
        });
        first.get();
        second.get();
        pool.shutdown();
    }
}
