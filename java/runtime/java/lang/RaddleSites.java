package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/**
 * What the instruction at a site accesses: nobody knows until it has been executed, and it never changes
 * after that. The compiler may therefore take an entry for a constant once it is not zero, and an access
 * to a shadow word for one to the field that it is.
 */
final class RaddleSites {
    private RaddleSites() {}

    private static final int CHUNK_BITS = 10;
    private static final int CHUNK = 1 << CHUNK_BITS;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long BASE = RaddleNative.arrayBase(long[][].class);
    private static final int SCALE = U.arrayIndexScale(long[][].class);

    @Stable
    private static final long[][] CHUNKS = new long[1 << RaddleMemory.SITE_BITS - CHUNK_BITS][];

    @ForceInline
    static long get(int site) {
        long[] chunk = CHUNKS[site >>> CHUNK_BITS];
        return chunk == null ? 0 : chunk[site & CHUNK - 1];
    }

    static void set(int site, long entry) {
        long at = BASE + (long) (site >>> CHUNK_BITS) * SCALE;
        if (CHUNKS[site >>> CHUNK_BITS] == null) U.compareAndSetReference(CHUNKS, at, null, new long[CHUNK]);
        CHUNKS[site >>> CHUNK_BITS][site & CHUNK - 1] = entry;
    }
}
