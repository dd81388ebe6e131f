/**
 * Gaussian elimination with partial pivoting, stored by columns, with barriers in every step. The columns
 * are dealt out anew in each step, so that all of them pass from hand to hand.
 *
 * <p>Races: the barrier is broken, so the columns race too.
 */
final class LuFact extends Kernel {
    public static void main(String[] args) {
        new LuFact().run(args, 1_800, 0x9d3cda4e44ab1c02L);
    }

    @Override
    int small() {
        return 20;
    }

    /** {@code size} is the number of equations. */
    @Override
    long compute(Team team, int size) {
        double[][] a = new double[size][];
        double[] b = new double[size];
        for (int j = 0; j < size; j++) {
            double[] column = new double[size]; //~ array a
            for (int i = 0; i < size; i++) {
                column[i] = unit((long) j * size + i) - 0.5;
                b[i] += column[i];
            }
            a[j] = column;
        }
        int[] pivots = new int[size];
        team.run(new Elimination(team, a, pivots));
        solve(a, pivots, b);

        long checksum = 0;
        for (double x : b) {
            if (Math.abs(x - 1) > 1e-6) {
                throw new IllegalStateException("a solution is " + x + " instead of 1");
            }
            checksum = fold(checksum, x);
        }
        return checksum;
    }

    private static final class Elimination implements Team.Work {
        private final Team team;
        private final double[][] a;
        private final int[] pivots;
        private final TournamentBarrier barrier;

        Elimination(Team team, double[][] a, int[] pivots) {
            this.team = team;
            this.a = a;
            this.pivots = pivots;
            barrier = new TournamentBarrier(team.threads);
        }

        @Override
        public void share(int me) {
            int n = a.length;
            for (int k = 0; k < n - 1; k++) {
                double[] pivotColumn = a[k];
                int pivot = largest(pivotColumn, k);
                barrier.await(me);
                if (me == 0) {
                    pivots[k] = pivot;
                    exchange(pivotColumn, k, pivot);
                    scale(pivotColumn, k);
                }
                barrier.await(me);
                int left = n - k - 1;
                int end = k + 1 + team.first(me + 1, left);
                for (int j = k + 1 + team.first(me, left); j < end; j++) {
                    exchange(a[j], k, pivot);
                    eliminate(pivotColumn, a[j], k);
                }
                barrier.await(me);
            }
        }

        private static int largest(double[] column, int k) {
            int best = k;
            double most = Math.abs(column[k]); //~ race a
            for (int i = k + 1; i < column.length; i++) {
                double here = Math.abs(column[i]); //~ race a
                if (here > most) {
                    most = here;
                    best = i;
                }
            }
            return best;
        }

        private static void exchange(double[] column, int k, int pivot) {
            double up = column[pivot]; //~ race a
            column[pivot] = column[k]; //~ race a
            column[k] = up; //~ race a
        }

        private static void scale(double[] column, int k) {
            double factor = -1 / column[k]; //~ race a
            for (int i = k + 1; i < column.length; i++) {
                column[i] *= factor; //~ race a
            }
        }

        private static void eliminate(double[] pivotColumn, double[] column, int k) {
            double factor = column[k]; //~ race a
            for (int i = k + 1; i < column.length; i++) {
                column[i] += factor * pivotColumn[i]; //~ race a
            }
        }
    }

    /** The two triangular systems, after the members have ended. */
    private static void solve(double[][] a, int[] pivots, double[] b) {
        int n = b.length;
        for (int k = 0; k < n - 1; k++) {
            double up = b[pivots[k]];
            b[pivots[k]] = b[k];
            b[k] = up;
            for (int i = k + 1; i < n; i++) {
                b[i] += up * a[k][i];
            }
        }
        for (int k = n - 1; k >= 0; k--) {
            b[k] /= a[k][k];
            for (int i = 0; i < k; i++) {
                b[i] -= b[k] * a[k][i];
            }
        }
    }
}
