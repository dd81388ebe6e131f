// Both threads have passed the phase: what they write now is not ordered.
//@ mechanism java.util.concurrent: Phaser

import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;

public class PhaserThenWrite {
    static final Phaser phaser = new Phaser(2);
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            phaser.arriveAndAwaitAdvance();
            data = 1; //~ race PhaserThenWrite.data
            end.acquireUninterruptibly();
        });
        t.start();
        phaser.arriveAndAwaitAdvance();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = data; //~ race PhaserThenWrite.data
        end.release();
        t.join();
        System.out.println(seen <= 1);
    }
}
