// Three threads go through two phases together.
//@ mechanism explore: Phaser

import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;

public class PhaserRounds {
    static final Phaser phaser = new Phaser(3);
    static final AtomicInteger steps = new AtomicInteger();

    static void run() {
        for (int round = 1; round <= 2; round++) {
            steps.incrementAndGet();
            phaser.arriveAndAwaitAdvance();
            if (steps.get() < 3 * round) {
                throw new AssertionError("too early: " + steps);
            }
        }
        phaser.arriveAndDeregister();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(PhaserRounds::run);
        Thread two = new Thread(PhaserRounds::run);
        one.start();
        two.start();
        run();
        one.join();
        two.join();
        if (!phaser.isTerminated()) {
            throw new AssertionError(phaser);
        }
    }
}
