/**
 * The first Fourier coefficients of (x+1)^x on [0, 2]: arithmetic inside the JDK's {@code Math}, hardly
 * any memory. No races.
 */
final class Series extends Kernel {
    private static final int STEPS = 1000;

    public static void main(String[] args) {
        new Series().run(args, 15_000, 0x4c8e37eb9748211aL);
    }

    @Override
    int small() {
        return 4;
    }

    /** {@code size} is the number of pairs of coefficients. */
    @Override
    long compute(Team team, int size) {
        double[] cosines = new double[size];
        double[] sines = new double[size];
        team.run(new Coefficients(team, cosines, sines));

        // Math may differ in the last bit from platform to platform.
        long checksum = 0;
        for (int i = 0; i < size; i++) {
            checksum = checksum * 31 + Math.round(cosines[i] * 1e6);
            checksum = checksum * 31 + Math.round(sines[i] * 1e6);
        }
        return checksum;
    }

    private static final class Coefficients implements Team.Work {
        private final Team team;
        private final double[] cosines;
        private final double[] sines;

        Coefficients(Team team, double[] cosines, double[] sines) {
            this.team = team;
            this.cosines = cosines;
            this.sines = sines;
        }

        @Override
        public void share(int me) {
            int end = team.first(me + 1, cosines.length);
            for (int i = team.first(me, cosines.length); i < end; i++) {
                cosines[i] = integral(i, true);
                sines[i] = integral(i, false);
            }
        }
    }

    /** By the trapezium rule. */
    private static double integral(int n, boolean cosine) {
        double step = 2.0 / STEPS;
        double sum = (value(0, n, cosine) + value(2, n, cosine)) / 2;
        for (int i = 1; i < STEPS; i++) {
            sum += value(i * step, n, cosine);
        }
        return sum * step;
    }

    private static double value(double x, int n, boolean cosine) {
        double power = Math.pow(x + 1, x);
        return power * (cosine ? Math.cos(Math.PI * n * x) : Math.sin(Math.PI * n * x));
    }
}
