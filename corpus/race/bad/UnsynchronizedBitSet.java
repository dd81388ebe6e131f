// Two threads set different bits of one BitSet: they share a word.
//@ mechanism collections: BitSet

import java.util.BitSet;
import java.util.concurrent.Semaphore;

public class UnsynchronizedBitSet {
    public static void main(String[] args) throws InterruptedException {
        BitSet bits = new BitSet(64);
        bits.set(60);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            bits.set(1); //~ race contents:BitSet
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        bits.set(2); //~ race contents:BitSet
        end.release();
        t.join();
        System.out.println(bits.cardinality() <= 3);
    }
}
