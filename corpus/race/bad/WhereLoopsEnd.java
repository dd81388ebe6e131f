// The last element that each loop writes is read, and the one after it, which no loop touches.
//@ mechanism thread basics: array elements in loops

import java.util.concurrent.atomic.AtomicBoolean;

public class WhereLoopsEnd {
    static final AtomicBoolean done = new AtomicBoolean();

    /** All of these write elements 2 to 6, or every second one of those. */
    static void forward(int[] a) {
        for (int i = 2; i < 7; i++) {
            a[i] = i; //~ race forward[6]
        }
    }

    static void backward(int[] a) {
        for (int i = 6; i > 1; i--) {
            a[i] = i; //~ race backward[6]
        }
    }

    static void every(byte[] a) {
        for (int i = 2; i < 7; i += 2) {
            a[i] = 1; //~ race every[6]
        }
    }

    static void less(long[] a) {
        for (int i = 3; i < 8; i++) {
            a[i - 1] = i; //~ race less[6]
        }
    }

    static void counted(int[] a) {
        int i = 2;
        do {
            a[i++] = i; //~ race counted[6]
        } while (i < 7);
    }

    static void shifted(double[] a, int by) {
        for (int i = 0; i < 5; i++) {
            a[by + i] = i; //~ race shifted[6]
        }
    }

    static void row(int[][] rows, int j) {
        for (int i = 2; i < 7; i++) {
            rows[j][i] = i; //~ race row[6]
        }
    }

    static void left(String[] a) {
        for (int i = 2; i < a.length; i++) {
            a[i] = null; //~ race left[6]
            if (i == 6) {
                break;
            }
        }
    }

    static class Holder {
        int[] cells;

        Holder(int[] a) {
            cells = a;
        }

        void field() {
            for (int i = 2; i < 7; i++) {
                cells[i] = i; //~ race field[6]
            }
        }
    }

    static class Maker {
        int sum;

        Maker(int[] a) {
            for (int i = 2; i < 7; i++) {
                a[i] = i; //~ race made[6]
            }
            sum = a.length;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        // The first use links it, under locks of the JDK: not while there are two threads.
        done.setOpaque(done.getOpaque());
        new Maker(new int[9]);
        int[] forward = new int[9]; //~ array forward
        int[] backward = new int[9]; //~ array backward
        byte[] every = new byte[9]; //~ array every
        long[] less = new long[9]; //~ array less
        int[] counted = new int[9]; //~ array counted
        double[] shifted = new double[9]; //~ array shifted
        int[] row = new int[9]; //~ array row
        int[][] rows = {new int[9], row};
        String[] left = new String[9]; //~ array left
        int[] field = new int[9]; //~ array field
        int[] made = new int[9]; //~ array made
        Holder holder = new Holder(field);
        Thread t = new Thread(() -> {
            forward(forward);
            backward(backward);
            every(every);
            less(less);
            counted(counted);
            shifted(shifted, 2);
            row(rows, 1);
            left(left);
            holder.field();
            new Maker(made);
            done.setOpaque(true);
        });
        t.start();
        while (!done.getOpaque()) {
            Thread.onSpinWait();
        }
        double sum = 0;
        sum += forward[7] + forward[6]; //~ race forward[6]
        sum += backward[7] + backward[6]; //~ race backward[6]
        sum += every[7] + every[5] + every[6]; //~ race every[6]
        sum += less[7] + less[6]; //~ race less[6]
        sum += counted[7] + counted[6]; //~ race counted[6]
        sum += shifted[7] + shifted[6]; //~ race shifted[6]
        sum += row[7] + row[6]; //~ race row[6]
        boolean same = left[7] == left[6]; //~ race left[6]
        sum += field[7] + field[6]; //~ race field[6]
        sum += made[7] + made[6]; //~ race made[6]
        System.out.println(sum + " " + same);
        t.join();
    }
}
