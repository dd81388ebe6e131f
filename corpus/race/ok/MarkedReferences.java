// References with a mark or a stamp publish.
//@ mechanism memory modes: AtomicMarkableReference and AtomicStampedReference

import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicStampedReference;

public class MarkedReferences {
    static final AtomicMarkableReference<int[]> marked = new AtomicMarkableReference<>(null, false);
    static final AtomicStampedReference<int[]> stamped = new AtomicStampedReference<>(null, 0);

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            int[] a = new int[1];
            a[0] = 1;
            marked.set(a, true);
            int[] b = new int[1];
            b[0] = 2;
            stamped.compareAndSet(null, b, 0, 1);
        });
        t.start();
        while (!marked.isMarked()) {
            Thread.onSpinWait();
        }
        int sum = marked.getReference()[0];
        int[] stamp = new int[1];
        int[] b = stamped.get(stamp);
        while (stamp[0] == 0) {
            Thread.onSpinWait();
            b = stamped.get(stamp);
        }
        sum += b[0];
        t.join();
        if (sum != 3) {
            throw new AssertionError(sum);
        }
    }
}
