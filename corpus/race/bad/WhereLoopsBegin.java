// The first element that each loop writes is read, and the one before it, which no loop touches.
//@ mechanism thread basics: array elements in loops

import java.util.concurrent.atomic.AtomicBoolean;

public class WhereLoopsBegin {
    static final AtomicBoolean done = new AtomicBoolean();

    /** All of these write elements 2 to 6, or every second one of those. */
    static void forward(int[] a) {
        for (int i = 2; i < 7; i++) {
            a[i] = i; //~ race forward[2]
        }
    }

    static void backward(int[] a) {
        for (int i = 6; i > 1; i--) {
            a[i] = i; //~ race backward[2]
        }
    }

    static void every(byte[] a) {
        for (int i = 2; i < 7; i += 2) {
            a[i] = 1; //~ race every[2]
        }
    }

    static void less(long[] a) {
        for (int i = 3; i < 8; i++) {
            a[i - 1] = i; //~ race less[2]
        }
    }

    static void counted(int[] a) {
        int i = 2;
        do {
            a[i++] = i; //~ race counted[2]
        } while (i < 7);
    }

    static void shifted(double[] a, int by) {
        for (int i = 0; i < 5; i++) {
            a[by + i] = i; //~ race shifted[2]
        }
    }

    static void row(int[][] rows, int j) {
        for (int i = 2; i < 7; i++) {
            rows[j][i] = i; //~ race row[2]
        }
    }

    static void left(String[] a) {
        for (int i = 2; i < a.length; i++) {
            a[i] = null; //~ race left[2]
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
                cells[i] = i; //~ race field[2]
            }
        }
    }

    static class Maker {
        int sum;

        Maker(int[] a) {
            for (int i = 2; i < 7; i++) {
                a[i] = i; //~ race made[2]
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
        sum += forward[1] + forward[2]; //~ race forward[2]
        sum += backward[1] + backward[2]; //~ race backward[2]
        sum += every[1] + every[3] + every[2]; //~ race every[2]
        sum += less[1] + less[2]; //~ race less[2]
        sum += counted[1] + counted[2]; //~ race counted[2]
        sum += shifted[1] + shifted[2]; //~ race shifted[2]
        sum += row[1] + row[2]; //~ race row[2]
        boolean same = left[1] == left[2]; //~ race left[2]
        sum += field[1] + field[2]; //~ race field[2]
        sum += made[1] + made[2]; //~ race made[2]
        System.out.println(sum + " " + same);
        t.join();
    }
}
