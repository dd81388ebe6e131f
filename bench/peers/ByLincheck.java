//@ maven org.jetbrains.lincheck:lincheck:3.7

import org.jetbrains.lincheck.Lincheck;

/**
 * A case under Lincheck: {@code ByLincheck NAME}. Prints {@code found} if an interleaving fails, {@code hung} if
 * one is taken to wait for ever.
 */
public final class ByLincheck {
    public static void main(String[] args) {
        Runnable once = Cases.named(args[0]);
        try {
            Lincheck.runConcurrentTest(once);
        } catch (AssertionError e) {
            boolean hung = e.getMessage() != null && e.getMessage().contains("has hung");
            System.out.println(hung ? "hung" : "found");
        }
    }
}
