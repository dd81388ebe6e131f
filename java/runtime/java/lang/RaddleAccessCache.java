package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ForceInline;

/**
 * What one thread has told of an array in its epoch, so that it need not tell it again: per block an epoch,
 * and the elements that were read or written, and those that were written. Only the thread itself looks, and
 * takes nothing for it. It adds, and others invalidate, while they have the block (see {@link RaddleBlocks}).
 *
 * Rewritten code keeps it in a local variable, beside the array; a method that has just begun finds it by the
 * site. Who gets another slot gets another view.
 */
final class RaddleAccessCache {
    private static final Unsafe U = Unsafe.getUnsafe();

    /** Longs per block, as a power of two: an epoch, and elements. */
    private static final int BITS = 1;
    private static final int RECENT = 64;
    private static final boolean REMEMBERED = (RaddleNative.without() & RaddleNative.VIEWS) == 0;

    final RaddleShadow shadow;
    final int slot;
    /** The addresses of the rows, and of how many blocks they are. */
    private long told;
    private int toldBlocks;
    private long written;
    private int writtenBlocks;

    RaddleAccessCache(RaddleShadow shadow, int slot) {
        this.shadow = shadow;
        this.slot = slot;
    }

    /** The view that the thread has used at this site last, or at another; null if it is of another array. */
    @ForceInline
    static RaddleAccessCache recent(Object a, RaddleThread t, int site) {
        RaddleAccessCache[] all = t.views;
        if (all == null) return null;
        RaddleAccessCache v = all[site & RECENT - 1];
        return v != null && v.shadow.refersTo(a) ? v : null;
    }

    /** The thread's view of an array; null if there is no array. */
    static RaddleAccessCache of(Object a, RaddleThread t, int site) {
        RaddleShadow s = RaddleShadow.ofArray(a, t);
        if (s == null) return null;
        if (t.views == null) t.views = new RaddleAccessCache[RECENT];
        return t.views[site & RECENT - 1] = s.view(t.slot);
    }

    /** Whether the element was read or written. */
    @ForceInline
    boolean hasTold(int i, long epoch) {
        int block = i >>> RaddleBlocks.BITS;
        return block < toldBlocks && has(told, block, 1L << i, epoch);
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
        return block < toldBlocks && has(told, block, elements, epoch);
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

    /** Makes room for what {@link #add} adds; if there is none, the thread tells more than it needs to. */
    void open(boolean writes) {
        if (!REMEMBERED) return;
        if (toldBlocks == 0 && (told = row()) != 0) {
            U.storeFence();
            toldBlocks = shadow.blocks;
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
        if (block < toldBlocks) add(told, block, elements, epoch);
        if (writes && block < writtenBlocks) add(written, block, elements, epoch);
    }

    @ForceInline
    private static void add(long row, int block, long elements, long epoch) {
        long at = at(row, block);
        U.putLong(at + 8, U.getLong(at) == epoch ? U.getLong(at + 8) | elements : elements);
        U.putLong(at, epoch);
    }

    /** With the block taken, by another thread: its marks have replaced those of this one. */
    void forget(int block) {
        boolean isTold = block < toldBlocks;
        boolean isWritten = block < writtenBlocks;
        U.loadFence();
        if (isTold) U.putLong(at(told, block), 0);
        if (isWritten) U.putLong(at(written, block), 0);
    }

    /** Nobody will look any more. */
    void giveBack() {
        if (toldBlocks != 0) RaddleShadowMemory.give(told, toldBlocks << BITS);
        if (writtenBlocks != 0) RaddleShadowMemory.give(written, writtenBlocks << BITS);
    }
}
