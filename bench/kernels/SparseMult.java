/**
 * A sparse matrix times a vector, over and over: indices read from arrays, scattered reads. Each member
 * has a range of rows of its own. No races.
 */
final class SparseMult extends Kernel {
    private static final int PER_ROW = 5;
    private static final int TIMES = 1_000;

    public static void main(String[] args) {
        new SparseMult().run(args, 100_000, 0x1639fa9724decd9dL);
    }

    @Override
    int small() {
        return 10;
    }

    /** {@code size} is the number of rows and of columns. */
    @Override
    long compute(Team team, int size) {
        int filled = size * PER_ROW;
        int[] row = new int[filled];
        int[] column = new int[filled];
        double[] value = new double[filled];
        double[] x = new double[size];
        for (int i = 0; i < filled; i++) {
            row[i] = i / PER_ROW;
            column[i] = (int) Long.remainderUnsigned(mix(i), size);
            value[i] = unit(-i);
        }
        for (int i = 0; i < size; i++) {
            x[i] = unit(i);
        }
        double[] y = new double[size];
        team.run(new Multiplication(team, row, column, value, x, y));

        long checksum = 0;
        for (double sum : y) {
            checksum = fold(checksum, sum);
        }
        return checksum;
    }

    private static final class Multiplication implements Team.Work {
        private final Team team;
        private final int[] row;
        private final int[] column;
        private final double[] value;
        private final double[] x;
        private final double[] y;

        Multiplication(Team team, int[] row, int[] column, double[] value, double[] x, double[] y) {
            this.team = team;
            this.row = row;
            this.column = column;
            this.value = value;
            this.x = x;
            this.y = y;
        }

        @Override
        public void share(int me) {
            int from = team.first(me, x.length) * PER_ROW;
            int to = team.first(me + 1, x.length) * PER_ROW;
            for (int time = 0; time < TIMES; time++) {
                for (int i = from; i < to; i++) {
                    y[row[i]] += x[column[i]] * value[i];
                }
            }
        }
    }
}
