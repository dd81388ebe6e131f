// Two threads draw from one SplittableRandom instead of splitting it.
//@ mechanism collections: SplittableRandom

import java.util.SplittableRandom;
import java.util.concurrent.Semaphore;

public class UnsynchronizedSplittableRandom {
    public static void main(String[] args) throws InterruptedException {
        SplittableRandom random = new SplittableRandom(7);
        random.nextInt();
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            random.nextInt(); //~ race contents:SplittableRandom
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = random.nextInt(); //~ race contents:SplittableRandom
        end.release();
        t.join();
        System.out.println(seen != 0);
    }
}
