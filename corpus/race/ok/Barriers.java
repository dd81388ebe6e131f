// Threads write their own element, meet at a barrier, and read each other's.
//@ mechanism java.util.concurrent: CyclicBarrier

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class Barriers {
    static final int N = 3;
    static final int[] cells = new int[N];
    static int rounds;
    static final CyclicBarrier barrier = new CyclicBarrier(N, () -> rounds++);

    static void work(int me) {
        try {
            for (int round = 0; round < 30; round++) {
                cells[me] = round;
                barrier.await();
                for (int cell : cells) {
                    if (cell != round) {
                        throw new AssertionError(cell);
                    }
                }
                barrier.await();
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[N];
        for (int i = 0; i < N; i++) {
            int me = i;
            threads[i] = new Thread(() -> work(me));
            threads[i].start();
        }
        for (Thread t : threads) {
            t.join();
        }
        if (rounds != 60) {
            throw new AssertionError(rounds);
        }
    }
}
