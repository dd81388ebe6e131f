//@ maven org.jetbrains.lincheck:lincheck:3.7

import java.util.Locale;
import org.jetbrains.lincheck.Lincheck;

/** {@link TwoThreads} under Lincheck's model checker: {@code ManyByLincheck N} tries N interleavings. */
public final class ManyByLincheck {
    public static void main(String[] args) {
        int count = Integer.parseInt(args[0]);
        // Once for all that is loaded and rewritten, so that the other figure is without it.
        Lincheck.runConcurrentTest(10, () -> TwoThreads.once());
        long began = System.nanoTime();
        Lincheck.runConcurrentTest(count, () -> TwoThreads.once());
        System.out.printf(Locale.ROOT, "%d in %.3f s%n", count, (System.nanoTime() - began) / 1e9);
    }
}
