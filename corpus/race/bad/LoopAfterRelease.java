// The loop before the volatile write is ordered before the reader, the one after it is not.
//@ mechanism thread basics: array elements in loops

import java.util.concurrent.atomic.AtomicBoolean;

public class LoopAfterRelease {
    static volatile boolean ready;
    static final AtomicBoolean over = new AtomicBoolean();

    static void write(int[] a, int[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i] = i;
        }
        ready = true;
        for (int i = 0; i < b.length; i++) {
            b[i] = i; //~ race b
        }
        over.setOpaque(true);
    }

    public static void main(String[] args) throws InterruptedException {
        // The first use links it, under locks of the JDK: not while there are two threads.
        over.setOpaque(over.getOpaque());
        int[] a = new int[50]; //~ array a
        int[] b = new int[50]; //~ array b
        Thread t = new Thread(() -> write(a, b));
        t.start();
        while (!over.getOpaque()) {
            Thread.onSpinWait();
        }
        if (!ready) {
            throw new AssertionError();
        }
        int sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] + b[i]; //~ race b
        }
        System.out.println(sum);
        t.join();
    }
}
