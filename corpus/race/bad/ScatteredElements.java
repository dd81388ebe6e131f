// Loops that access elements here and there: one that was written is read, and one that was left out.
//@ mechanism thread basics: array elements in loops

import java.util.concurrent.atomic.AtomicBoolean;

public class ScatteredElements {
    static final AtomicBoolean done = new AtomicBoolean();

    /** All of these write elements 1, 4 and, in the larger arrays, 4000; and read element 3. */
    static void counts(int[] counts, int[] where) {
        for (int i = 0; i < where.length; i++) {
            counts[where[i]] += 5; //~ race counts[4]
        }
    }

    static void some(long[] a) {
        for (int i = 0; i < a.length; i++) {
            if (i % 3 == 1) {
                a[i] = i; //~ race some[4000]
            }
        }
    }

    static void nested(boolean[] a, int[] where) {
        for (int time = 0; time < 3; time++) {
            for (int i = 0; i < where.length; i++) {
                a[where[i]] = true; //~ race nested[4]
            }
        }
    }

    /** The exception comes after the write that races. */
    static void thrown(String[] a, int[] where) {
        for (int i = 0; i < where.length; i++) {
            a[where[i] * 1000] = "x"; //~ race thrown[4000]
        }
    }

    static class Holder {
        private final double[] values;

        Holder(double[] values) {
            this.values = values;
        }

        double swap(int[] where) {
            double sum = 0;
            for (int i = 0; i < where.length; i++) {
                values[where[i]] += 0.5; //~ race held[1]
                sum += values[where[i] - 1];
            }
            return sum;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        // The first use links it, under locks of the JDK: not while there are two threads.
        done.setOpaque(done.getOpaque());
        int[] where = {4, 1};
        int[] counts = new int[9]; //~ array counts
        long[] some = new long[5000]; //~ array some
        boolean[] nested = new boolean[70]; //~ array nested
        String[] thrown = new String[4001]; //~ array thrown
        double[] held = new double[9]; //~ array held
        Holder holder = new Holder(held);
        Thread t = new Thread(() -> {
            counts(counts, where);
            some(some);
            nested(nested, where);
            try {
                thrown(thrown, new int[] {1, 4, 5});
            } catch (ArrayIndexOutOfBoundsException e) {
                // As it is meant.
            }
            holder.swap(where);
            done.setOpaque(true);
        });
        t.start();
        while (!done.getOpaque()) {
            Thread.onSpinWait();
        }
        double sum = 0;
        sum += counts[3] + counts[4]; //~ race counts[4]
        sum += some[3999] + some[4001] + some[4000]; //~ race some[4000]
        boolean same = nested[5] == nested[4]; //~ race nested[4]
        same |= thrown[3000] == thrown[4000]; //~ race thrown[4000]
        sum += held[2] + held[3] + held[1]; //~ race held[1]
        System.out.println(sum + " " + same);
        t.join();
    }
}
