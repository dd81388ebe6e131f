// Two loops go through one array, in different directions. Nothing orders them.
//@ mechanism thread basics: array elements in loops

import java.util.concurrent.atomic.AtomicBoolean;

public class ElementsInLoops {
    static final AtomicBoolean filled = new AtomicBoolean();

    static void fill(long[] a) {
        for (int i = 0; i < a.length; i++) {
            a[i] = i; //~ race a
        }
        filled.setOpaque(true);
    }

    static long sum(long[] a) {
        long sum = 0;
        for (int i = a.length - 1; i >= 0; i -= 2) {
            sum += a[i]; //~ race a
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        // The first use links it, under locks of the JDK: not while there are two threads.
        filled.setOpaque(filled.getOpaque());
        long[] a = new long[100]; //~ array a
        Thread t = new Thread(() -> fill(a));
        t.start();
        while (!filled.getOpaque()) {
            Thread.onSpinWait();
        }
        System.out.println(sum(a) > 0);
        t.join();
    }
}
