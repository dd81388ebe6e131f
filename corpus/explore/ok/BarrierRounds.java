// Three threads meet at a barrier twice; its action runs once a round.
//@ mechanism explore: CyclicBarrier

import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierRounds {
    static int rounds;
    static final CyclicBarrier barrier = new CyclicBarrier(3, () -> rounds++);

    static void run() {
        try {
            for (int round = 1; round <= 2; round++) {
                barrier.await();
                if (rounds < round) {
                    throw new AssertionError(rounds);
                }
            }
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(BarrierRounds::run);
        Thread two = new Thread(BarrierRounds::run);
        one.start();
        two.start();
        run();
        one.join();
        two.join();
        if (rounds != 2) {
            throw new AssertionError(rounds);
        }
    }
}
