// The same with a Phaser.
//@ mechanism java.util.concurrent: Phaser

import java.util.concurrent.Phaser;

public class Phasers {
    static final int N = 3;
    static final int[] cells = new int[N];
    static final Phaser phaser = new Phaser(N);

    static void work(int me) {
        for (int round = 0; round < 30; round++) {
            cells[me] = round;
            phaser.arriveAndAwaitAdvance();
            for (int cell : cells) {
                if (cell != round) {
                    throw new AssertionError(cell);
                }
            }
            phaser.arriveAndAwaitAdvance();
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
    }
}
