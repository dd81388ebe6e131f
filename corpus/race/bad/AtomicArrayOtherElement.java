// Different elements of an atomic array are different variables.
//@ mechanism memory modes: AtomicIntegerArray and kin

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.AtomicReferenceArray;

public class AtomicArrayOtherElement {
    static int byInts;
    static int byLongs;
    static int byReferences;

    public static void main(String[] args) throws InterruptedException {
        AtomicIntegerArray ints = new AtomicIntegerArray(8);
        AtomicLongArray longs = new AtomicLongArray(8);
        AtomicReferenceArray<String> references = new AtomicReferenceArray<>(8);
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        ints.incrementAndGet(0);
        longs.set(0, longs.get(0));
        references.compareAndSet(0, references.get(0), null);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            byInts = 1; //~ race AtomicArrayOtherElement.byInts
            ints.incrementAndGet(2);
            byLongs = 1; //~ race AtomicArrayOtherElement.byLongs
            longs.set(2, 1);
            byReferences = 1; //~ race AtomicArrayOtherElement.byReferences
            references.compareAndSet(2, null, "set");
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        long seen = ints.incrementAndGet(3);
        seen += byInts; //~ race AtomicArrayOtherElement.byInts
        seen += longs.get(3);
        seen += byLongs; //~ race AtomicArrayOtherElement.byLongs
        seen += references.get(3) == null ? 0 : 1;
        seen += byReferences; //~ race AtomicArrayOtherElement.byReferences
        end.release();
        t.join();
        System.out.println(seen <= 4);
    }
}
