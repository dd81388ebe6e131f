//@ maven org.jetbrains.lincheck:lincheck:3.7

import java.util.Locale;
import org.jetbrains.lincheck.Lincheck;

/** {@link TwoThreads} under Lincheck's model checker: {@code ManyByLincheck N} tries N interleavings. */
public final class ManyByLincheck {
    private static final int FIRST = 100;
    /** A property of the JVM: static fields are set back for each interleaving. */
    private static final String SEEN = "interleavings";

    public static void main(String[] args) {
        int count = Integer.parseInt(args[0]);
        // Once for all that is loaded and rewritten, so that the other figure is without it; and to see whether it
        // tries as many as it is asked to.
        Lincheck.runConcurrentTest(FIRST, () -> {
            System.setProperty(SEEN, Integer.toString(Integer.getInteger(SEEN, 0) + 1));
            TwoThreads.once();
        });
        if (Integer.getInteger(SEEN, 0) < FIRST) {
            System.err.println("it tries " + Integer.getInteger(SEEN) + " interleavings and ends");
            System.exit(1);
        }
        long began = System.nanoTime();
        Lincheck.runConcurrentTest(count, () -> TwoThreads.once());
        System.out.printf(Locale.ROOT, "%d in %.3f s%n", count, (System.nanoTime() - began) / 1e9);
    }
}
