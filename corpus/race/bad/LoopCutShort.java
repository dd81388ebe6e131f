// A loop that ends by an exception has accessed the elements before, inside of the method and out of it.
//@ mechanism thread basics: array elements in loops

import java.util.concurrent.atomic.AtomicInteger;

public class LoopCutShort {
    static final AtomicInteger done = new AtomicInteger();

    static void thrown(int[] a) {
        for (int i = 0; ; i++) {
            a[i] = i; //~ race a
        }
    }

    static void caught(int[] b) {
        try {
            for (int i = b.length - 1; ; i--) {
                b[i] = i; //~ race b
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            done.setOpaque(2);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        // The first use links it, under locks of the JDK: not while there are two threads.
        done.setOpaque(done.getOpaque());
        new ArrayIndexOutOfBoundsException("loaded").getMessage();
        int[] a = new int[50]; //~ array a
        int[] b = new int[50]; //~ array b
        Thread t = new Thread(() -> {
            try {
                thrown(a);
            } catch (ArrayIndexOutOfBoundsException e) {
                done.setOpaque(1);
            }
            caught(b);
        });
        t.start();
        while (done.getOpaque() < 2) {
            Thread.onSpinWait();
        }
        int sum = 0;
        for (int i = 10; i < 20; i++) {
            sum += a[i]; //~ race a
            sum += b[i]; //~ race b
        }
        System.out.println(sum);
        t.join();
    }
}
