// role: program
/** What a loop reads and writes in steps is recorded when it is over, if nothing in it can synchronise. */
class Loops {
    private final int[] row;
    private double[][] x;
    private volatile int stop;

    Loops(int n) {
        row = new int[n];
        for (int i = 1; i < n; i++) {
            row[i] = row[i - 1] + i;
        }
    }

    static void eliminate(double[] from, double[] to, int offset, double factor) {
        for (int i = to.length - 1; i >= 0; i -= 2) {
            to[i] += factor * from[offset + i];
        }
    }

    /** The index of {@code x[i][row[j]]} is none that a loop counts. */
    double rows(int i) {
        double sum = 0;
        for (int j = 0; j < row.length; ) {
            sum += x[i][j] * x[i][row[j++]];
        }
        return sum;
    }

    /** Any element of an array that is certain to be the same has a place in a map. */
    int scattered(long[] counts, int[] where) {
        int most = 0;
        for (int i = 0; i < where.length; i++) {
            if (counts[where[i]]++ > most) {
                most = row[where[i]];
            }
        }
        return most;
    }

    static synchronized int search(int[] a, int wanted) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] == wanted) {
                return i;
            }
        }
        return -1;
    }

    static int loud(int[] a, Loops l) {
        int sum = 0;
        for (int i = 0; i < a.length; i++) {
            sum += a[i] + l.stop;
        }
        return sum;
    }

    int steps;

    /** The second loop waits for {@code steps}, so it tells what the first one did, and what itself does. */
    void fields(int n) {
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < i; j++) {
                steps += j;
            }
        }
        while (steps > 0) {
            n++;
        }
    }

    static void caught(long[] a) {
        for (int i = a.length - 1; i >= 0; i--) {
            try {
                a[i] = Math.max(a[i + 1], 0);
            } catch (ArrayIndexOutOfBoundsException e) {
                a[0] = 1;
            }
        }
    }
}
