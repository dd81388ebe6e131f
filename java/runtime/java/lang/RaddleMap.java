package java.lang;

import static java.lang.RaddleConstants.*;

import java.lang.ref.Reference;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Scattered elements that a loop accesses: it enters them in a map, a byte for each, and they are recorded when it
 * is over. To enter one takes two stores and no decision; so the loop has no calls, and the compiler can leave it
 * as fast as it was. The second store is to a summary before the map, with a byte for each region of it, so that
 * only regions with entries have to be scanned.
 *
 * A thread has a few maps, by number. All is recorded before anything is called, so methods can share them. Where a
 * loop is mostly too short for this, its elements are recorded one by one.
 */
final class RaddleMap {
    private RaddleMap() {}

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long COUNTS = RaddleNative.counts();

    /** Elements of a region, as a power of two. */
    private static final int REGION = 10;
    private static final long SUMMARY = 1 << 10;
    private static final int LARGEST = (int) SUMMARY << REGION;

    /** To record a loop takes so many steps at least; it is not worth it if it has no more accesses for each. */
    private static final int STEPS = 16;
    private static final int PER_STEP = 2;
    /** So many times more often not worth it than worth it: it will not be. */
    private static final int TRIALS = 16;

    /** The address of an empty map; 0 if elements are to be recorded one by one. */
    @DontInline
    static long begin(Object a, RaddleThread t, int number, int site) {
        if (a == null || t.ended || RaddleMemory.EVENT_MODE) return 0;
        if (U.getInt(COUNTS + ((long) site << 2)) >= TRIALS) return 0;
        int length = java.lang.reflect.Array.getLength(a);
        if (length > LARGEST) return 0;
        if (t.maps == null) {
            t.mapSizes = new int[MOST_MAPS];
            t.maps = new long[MOST_MAPS];
        }
        if (RaddleSites.get(site) == 0) RaddleSites.set(site, 1);
        if (t.mapSizes[number] < length && !grow(t, number, length)) return 0;
        clean(t.maps[number], t.mapSizes[number]);
        return t.maps[number];
    }

    private static boolean grow(RaddleThread t, int number, int length) {
        int size = 1 << REGION;
        while (size < length) size <<= 1;
        long at = RaddleShadowMemory.take((int) (SUMMARY + size >> 3));
        if (at == 0) return false;
        end(t, number);
        t.maps[number] = at + SUMMARY;
        t.mapSizes[number] = size;
        return true;
    }

    private static void end(RaddleThread t, int number) {
        if (t.mapSizes[number] == 0) return;
        RaddleShadowMemory.give(t.maps[number] - SUMMARY, (int) (SUMMARY + t.mapSizes[number] >> 3));
        t.mapSizes[number] = 0;
    }

    static void end(RaddleThread t) {
        for (int number = 0; t.maps != null && number < MOST_MAPS; number++) end(t, number);
    }

    /** Drops what was entered and not recorded, since an error came in between. */
    private static void clean(long map, int size) {
        for (int i = 0; i < size >> REGION; i += 8) {
            if (U.getLong(map - SUMMARY + i) == 0) continue;
            U.setMemory(map - SUMMARY, SUMMARY + size, (byte) 0);
            return;
        }
    }

    @ForceInline
    static void enter(long map, int i) {
        U.putByte(map + i, (byte) 1);
        U.putByte(map - SUMMARY + (i >> REGION), (byte) 1);
    }

    /** Records an element at once. */
    @DontInline
    static void recordOne(Object a, int i, RaddleThread t, int site, int op) {
        int[] misses = RaddleSites.misses(site);
        if (misses != null) misses[1] = 1;
        t.deferred = true;
        try {
            RaddleAccessCache v = RaddleAccessCache.recent(a, t, site);
            if (op == READ) RaddleBlocks.read(a, i, v, t, site);
            else RaddleBlocks.write(a, i, v, t, site);
        } finally {
            t.deferred = false;
        }
    }

    /** Records the elements that are entered; there were so many accesses. */
    @DontInline
    static void record(Object a, long map, int accesses, RaddleThread t, int site, int op) {
        int size = java.lang.reflect.Array.getLength(a);
        int regions = size + (1 << REGION) - 1 >> REGION;
        int steps = STEPS;
        t.deferred = true;
        try {
            RaddleAccessCache v = RaddleAccessCache.recent(a, t, site);
            for (int i = 0; i < regions; i++) {
                if (U.getByte(map - SUMMARY + i) == 0) continue;
                int first = i << REGION;
                int end = Math.min(size, first + (1 << REGION));
                steps += end - first >> 3;
                v = record(a, v, map, first, end, t, site, op);
                U.putByte(map - SUMMARY + i, (byte) 0);
            }
        } finally {
            t.deferred = false;
        }
        Reference.reachabilityFence(a);
        weigh(site, accesses < steps / PER_STEP);
    }

    /** One region, block by block. */
    private static RaddleAccessCache record(
            Object a, RaddleAccessCache v, long map, int first, int end, RaddleThread t, int site, int op) {
        for (int i = first; i < end; i += 1 << RaddleBlocks.BITS) {
            long elements = 0;
            for (int j = 0; j < 1 << RaddleBlocks.BITS; j += 8) {
                long bytes = U.getLong(map + i + j);
                if (bytes == 0) continue;
                U.putLong(map + i + j, 0);
                elements |= bits(bytes) << j;
            }
            if (elements != 0) v = RaddleBlocks.several(a, i >>> RaddleBlocks.BITS, elements, v, t, site, op);
        }
        return v;
    }

    /** A bit for each byte that is 1, in the same order: no two of the products meet in the highest byte. */
    private static long bits(long bytes) {
        return bytes * 0x0102040810204080L >>> 56;
    }

    /** Lost updates do no harm. */
    private static void weigh(int site, boolean isWaste) {
        long at = COUNTS + ((long) site << 2);
        int balance = U.getInt(at);
        if (isWaste) U.putInt(at, balance + 1);
        else if (balance > 0) U.putInt(at, balance - 1);
    }
}
