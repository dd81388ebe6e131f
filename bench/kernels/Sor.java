import java.lang.invoke.VarHandle;

/**
 * Successive over-relaxation on a grid, even rows and odd rows in turn. A member waits for its two
 * neighbours alone, by counters of half-sweeps.
 *
 * <p>Races: the counters are a volatile array of arrays, so their elements are plain; the rows along the
 * borders, which neighbours read, race as a consequence.
 */
final class Sor extends Kernel {
    private static final double OMEGA = 1.25;
    private static final int SWEEPS = 150;
    private static final int PADDING = 16;
    private static final int SPINS_BEFORE_YIELD = 200;

    public static void main(String[] args) {
        new Sor().run(args, 1_000, 0x3c6e6abdbe0db0d0L);
    }

    @Override
    int small() {
        return 20;
    }

    /** {@code size} is the number of rows and of columns. */
    @Override
    long compute(Team team, int size) {
        double[][] grid = new double[size][];
        for (int i = 0; i < size; i++) {
            double[] row = new double[size]; //~ array grid
            for (int j = 0; j < size; j++) {
                row[j] = unit((long) i * size + j) * 1e-6;
            }
            grid[i] = row;
        }
        team.run(new Relaxation(team, grid));

        long checksum = 0;
        for (double[] row : grid) {
            for (double x : row) {
                checksum = fold(checksum, x);
            }
        }
        return checksum;
    }

    private static final class Relaxation implements Team.Work {
        private final Team team;
        private final double[][] grid;
        private volatile long[][] finished;

        Relaxation(Team team, double[][] grid) {
            this.team = team;
            this.grid = grid;
            long[][] counters = new long[team.threads][];
            for (int i = 0; i < team.threads; i++) {
                counters[i] = new long[PADDING]; //~ array finished
            }
            finished = counters;
        }

        @Override
        public void share(int me) {
            int inner = grid.length - 2;
            int low = 1 + team.first(me, inner);
            int high = 1 + team.first(me + 1, inner);
            for (int half = 0; half < 2 * SWEEPS; half++) {
                for (int i = low + (low + half) % 2; i < high; i += 2) {
                    relax(grid[i - 1], grid[i], grid[i + 1]);
                }
                VarHandle.fullFence();
                finished[me][0]++; //~ race finished
                if (me > 0) {
                    waitFor(me - 1, half + 1);
                }
                if (me < team.threads - 1) {
                    waitFor(me + 1, half + 1);
                }
                VarHandle.fullFence();
            }
        }

        private static void relax(double[] above, double[] row, double[] below) {
            for (int j = 1; j < row.length - 1; j++) {
                double around = above[j] + below[j] + row[j - 1] + row[j + 1]; //~ race grid
                row[j] = OMEGA / 4 * around + (1 - OMEGA) * row[j]; //~ race grid
            }
        }

        private void waitFor(int neighbour, int halves) {
            int spins = 0;
            while (finished[neighbour][0] < halves) { //~ race finished
                if (++spins % SPINS_BEFORE_YIELD == 0) {
                    Thread.yield();
                } else {
                    Thread.onSpinWait();
                }
            }
        }
    }
}
