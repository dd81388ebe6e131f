//@ maven com.vmlens:api:1.2.13
//@ maven com.vmlens:vmlens-maven-plugin:1.2.13

import com.vmlens.api.AllInterleavings;
import com.vmlens.setup.SetupAgent;
import java.io.File;
import java.util.Locale;

/**
 * {@link TwoThreads} under vmlens. {@code setup DIR} unpacks the agent; {@code N}, with that agent, tries N
 * interleavings, or as many as it takes for all.
 */
public final class ManyByVmlens {
    public static void main(String[] args) {
        if (args[0].equals("setup")) {
            new SetupAgent(new File(args[1]), "").setup();
            return;
        }
        int most = Integer.parseInt(args[0]);
        int count = 0;
        long began = System.nanoTime();
        try (AllInterleavings all = new AllInterleavings("many")) {
            while (all.hasNext()) {
                TwoThreads.once();
                if (++count == most) {
                    tell(count, began);
                    // It does not come to an end if it is left before it has seen all.
                    Runtime.getRuntime().halt(0);
                }
            }
        }
        tell(count, began);
    }

    private static void tell(int count, long began) {
        System.out.printf(Locale.ROOT, "%d in %.3f s%n", count, (System.nanoTime() - began) / 1e9);
        System.out.flush();
    }
}
