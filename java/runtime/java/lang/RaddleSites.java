package java.lang;

import static java.lang.RaddleConstants.*;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/**
 * What the instruction at a site accesses: it is not known until the instruction was executed, and never changes
 * after that. So the compiler may take an entry that is not zero for a constant, and the access to a shadow word
 * for one to the field that it is.
 *
 * Most sites only ever find shadow words of their own epoch, or rarely others. Their compiled code has no way to go
 * on with another, which leaves the compiler free to do as it would without Raddle; it is thrown away should one
 * come, once for each such site.
 */
final class RaddleSites {
    private RaddleSites() {}

    private static final int CHUNK_BITS = 10;
    private static final int CHUNK = 1 << CHUNK_BITS;
    private static final int CHUNKS = 1 << SITE_BITS - CHUNK_BITS;
    /**
     * Sites that found other shadow words so often, or in so many epochs, before they were compiled will do so
     * again. The first bound is for objects that are new each time, the second for old ones in a new epoch.
     */
    private static final int RARELY = 256;
    private static final int EPOCHS = 8;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long COUNTS = RaddleNative.counts();
    private static final long BASE = RaddleNative.arrayBase(Object[].class);
    private static final int SCALE = U.arrayIndexScale(Object[].class);

    @Stable
    private static final long[][] ENTRIES = new long[CHUNKS][];
    /** Counts as {@link java.lang.invoke.RaddleProfile} takes them. */
    @Stable
    private static final int[][][] MISSES = new int[CHUNKS][][];

    @ForceInline
    static long get(int site) {
        long[] chunk = ENTRIES[site >>> CHUNK_BITS];
        return chunk == null ? 0 : chunk[site & CHUNK - 1];
    }

    @ForceInline
    static int[] misses(int site) {
        int[][] chunk = MISSES[site >>> CHUNK_BITS];
        return chunk == null ? null : chunk[site & CHUNK - 1];
    }

    static void set(int site, long entry) {
        int chunk = site >>> CHUNK_BITS;
        if (entry > 0) {
            if (MISSES[chunk] == null) offer(MISSES, chunk, new int[CHUNK][]);
            offer(MISSES[chunk], site & CHUNK - 1, new int[2]);
        }
        if (ENTRIES[chunk] == null) offer(ENTRIES, chunk, new long[CHUNK]);
        ENTRIES[chunk][site & CHUNK - 1] = entry;
    }

    /** Several threads may get here at once, and what one has seen must stay. */
    private static void offer(Object[] table, int i, Object element) {
        U.compareAndSetReference(table, BASE + (long) i * SCALE, null, element);
    }

    /** The low half of a count says how often, the high half in which epoch last; lost updates do no harm. */
    static void missed(int site, long epoch) {
        long at = COUNTS + ((long) site << 2);
        int n = U.getInt(at);
        int count = n & 0xffff;
        if (count >= RARELY) return;
        int when = (int) (epoch >>> SITE_BITS) << 16;
        count += (n ^ when) >>> 16 == 0 ? 1 : RARELY / EPOCHS;
        U.putInt(at, when | count);
        int[] misses = misses(site);
        if (count >= RARELY && misses != null) misses[1] = 1;
    }
}
