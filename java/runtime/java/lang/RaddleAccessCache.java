package java.lang;

import static java.lang.RaddleConstants.*;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * One thread's access cache of an array: what it has recorded in its epoch and need not record again. Per block it
 * has an epoch, the elements that were read or written, and those that were written. Only the thread itself reads
 * it, without a lock. The thread adds, and others invalidate, while they hold the block (see {@link RaddleBlocks}).
 *
 * Rewritten code keeps it in a local variable, beside the array; a method that has just begun finds it by the site.
 * A thread with another slot has another cache.
 */
final class RaddleAccessCache {
    private static final Unsafe U = Unsafe.getUnsafe();

    /** Longs per block, as a power of two: an epoch, and elements. */
    private static final int BITS = 1;
    private static final int RECENT = 64;
    private static final boolean ENABLED = (RaddleNative.disabled() & WITHOUT_ACCESS_CACHES) == 0;

    final RaddleShadow shadow;
    final int slot;
    /** The addresses of the rows, and of how many blocks they are. */
    private long recorded;
    private int recordedBlocks;
    private long written;
    private int writtenBlocks;

    RaddleAccessCache(RaddleShadow shadow, int slot) {
        this.shadow = shadow;
        this.slot = slot;
    }

    /** The cache that the thread has used at this site last, or at another; null if it is of another array. */
    @ForceInline
    static RaddleAccessCache recent(Object a, RaddleThread t, int site) {
        RaddleAccessCache[] all = t.accessCaches;
        if (all == null) return null;
        RaddleAccessCache v = all[site & RECENT - 1];
        return v != null && v.shadow.refersTo(a) ? v : null;
    }

    /** The thread's cache of an array; null if there is no array. */
    static RaddleAccessCache of(Object a, RaddleThread t, int site) {
        RaddleShadow s = RaddleShadow.ofArray(a, t);
        if (s == null) return null;
        if (t.accessCaches == null) t.accessCaches = new RaddleAccessCache[RECENT];
        return t.accessCaches[site & RECENT - 1] = s.cache(t.slot);
    }

    /** Whether the element was read or written. */
    @ForceInline
    boolean hasRecorded(int i, long epoch) {
        int block = i >>> RaddleBlocks.BITS;
        return block < recordedBlocks && has(recorded, block, 1L << i, epoch);
    }

    /** Whether the element was written. */
    @ForceInline
    boolean hasWritten(int i, long epoch) {
        int block = i >>> RaddleBlocks.BITS;
        return block < writtenBlocks && has(written, block, 1L << i, epoch);
    }

    /** Whether all these elements of a block were. */
    boolean has(int block, long elements, long epoch, boolean writes) {
        if (writes) return block < writtenBlocks && has(written, block, elements, epoch);
        return block < recordedBlocks && has(recorded, block, elements, epoch);
    }

    @ForceInline
    private static boolean has(long row, int block, long elements, long epoch) {
        long at = at(row, block);
        return U.getLong(at) == epoch && (elements & ~U.getLong(at + 8)) == 0;
    }

    @ForceInline
    private static long at(long row, int block) {
        return row + ((long) block << BITS + 3);
    }

    /** Makes room for what {@link #add} adds; if there is none, the thread records more often than it needs to. */
    void open(boolean writes) {
        if (!ENABLED) return;
        if (recordedBlocks == 0 && (recorded = row()) != 0) {
            U.storeFence();
            recordedBlocks = shadow.blocks;
        }
        if (writes && writtenBlocks == 0 && (written = row()) != 0) {
            U.storeFence();
            writtenBlocks = shadow.blocks;
        }
    }

    private long row() {
        return shadow.room(shadow.blocks << BITS);
    }

    /** With the block taken. */
    @ForceInline
    void add(int block, long elements, long epoch, boolean writes) {
        if (block < recordedBlocks) add(recorded, block, elements, epoch);
        if (writes && block < writtenBlocks) add(written, block, elements, epoch);
    }

    @ForceInline
    private static void add(long row, int block, long elements, long epoch) {
        long at = at(row, block);
        U.putLong(at + 8, U.getLong(at) == epoch ? U.getLong(at + 8) | elements : elements);
        U.putLong(at, epoch);
    }

    /** Called by another thread that has taken the block: its records have replaced those of this one. */
    void invalidate(int block) {
        boolean isRecorded = block < recordedBlocks;
        boolean isWritten = block < writtenBlocks;
        U.loadFence();
        if (isRecorded) U.putLong(at(recorded, block), 0);
        if (isWritten) U.putLong(at(written, block), 0);
    }

    /** The array is gone: the thread does not use its cache any more. */
    void giveBack() {
        if (recordedBlocks != 0) RaddleShadowMemory.give(recorded, recordedBlocks << BITS);
        if (writtenBlocks != 0) RaddleShadowMemory.give(written, writtenBlocks << BITS);
    }
}
