import java.util.Random;
import java.util.Vector;

/**
 * Prices of a share, followed along many random walks: many small tasks, each with its own objects and its
 * own {@code java.util.Random}; the results go into one shared {@code Vector}.
 *
 * <p>Race: every task turns on a debug flag that all of them share. Harmless, and a race. The first write
 * of each member comes before its first use of the vector, so nothing can order those two.
 */
final class MonteCarlo extends Kernel {
    private static final int DAYS = 250;
    private static final double DRIFT = 0.0001;
    private static final double VOLATILITY = 0.015;

    static boolean debug;

    public static void main(String[] args) {
        new MonteCarlo().run(args, 60_000, 0xdb516ff7b8a1bff1L);
    }

    @Override
    int small() {
        return 20;
    }

    /** {@code size} is the number of walks. */
    @Override
    long compute(Team team, int size) {
        Vector<Result> results = new Vector<>();
        team.run(new Walks(team, size, results));

        // In whatever order they came.
        long checksum = 0;
        for (Result result : results) {
            checksum += mix(result.number ^ Math.round(result.price * 1e6) ^ Math.round(result.spread * 1e9));
        }
        return checksum;
    }

    private static final class Walks implements Team.Work {
        private final Team team;
        private final int size;
        private final Vector<Result> results;

        Walks(Team team, int size, Vector<Result> results) {
            this.team = team;
            this.size = size;
            this.results = results;
        }

        @Override
        public void share(int me) {
            for (int i = me; i < size; i += team.threads) {
                results.add(new Walk(i).result());
            }
        }
    }

    private static final class Result {
        private int number;
        private double price;
        private double spread;
    }

    private static final class Walk {
        private final int number;
        private final Random random;
        private final double[] prices = new double[DAYS];

        Walk(int number) {
            debug = true; //~ race MonteCarlo.debug
            this.number = number;
            random = new Random(number);
        }

        Result result() {
            double price = 100;
            for (int day = 0; day < DAYS; day++) {
                price *= Math.exp(DRIFT + VOLATILITY * random.nextGaussian());
                prices[day] = price;
            }
            Result result = new Result();
            result.number = number;
            result.price = price;
            result.spread = spread();
            return result;
        }

        /** The variance of the daily gains. */
        private double spread() {
            double sum = 0;
            double squares = 0;
            for (int day = 1; day < DAYS; day++) {
                double gain = prices[day] / prices[day - 1] - 1;
                sum += gain;
                squares += gain * gain;
            }
            double mean = sum / (DAYS - 1);
            return squares / (DAYS - 1) - mean * mean;
        }
    }
}
