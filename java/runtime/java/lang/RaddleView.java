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
final class RaddleView {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long[] NOTHING = new long[0];

    /** Longs per block, as a power of two: an epoch, and elements. */
    private static final int BITS = 1;
    private static final int RECENT = 64;
    private static final boolean REMEMBERED = (RaddleNative.without() & RaddleNative.VIEWS) == 0;

    final RaddleShadow shadow;
    final int slot;
    private long[] told = NOTHING;
    private long[] written = NOTHING;

    RaddleView(RaddleShadow shadow, int slot) {
        this.shadow = shadow;
        this.slot = slot;
    }

    /** The view that the thread has used at this site last, or at another; null if it is of another array. */
    @ForceInline
    static RaddleView recent(Object a, RaddleThread t, int site) {
        RaddleView[] all = t.views;
        if (all == null) return null;
        RaddleView v = all[site & RECENT - 1];
        return v != null && v.shadow.refersTo(a) ? v : null;
    }

    /** The thread's view of an array; null if there is no array. */
    static RaddleView of(Object a, RaddleThread t, int site) {
        RaddleShadow s = RaddleShadow.ofArray(a, t);
        if (s == null) return null;
        if (t.views == null) t.views = new RaddleView[RECENT];
        return t.views[site & RECENT - 1] = s.view(t.slot);
    }

    /** Whether the element was read or written. */
    @ForceInline
    boolean hasTold(int i, long epoch) {
        return has(told, i >>> RaddleBlocks.BITS, 1L << i, epoch);
    }

    /** Whether the element was written. */
    @ForceInline
    boolean hasWritten(int i, long epoch) {
        return has(written, i >>> RaddleBlocks.BITS, 1L << i, epoch);
    }

    /** Whether all these elements of a block were. */
    boolean has(int block, long elements, long epoch, boolean writes) {
        return has(writes ? written : told, block, elements, epoch);
    }

    @ForceInline
    private static boolean has(long[] row, int block, long elements, long epoch) {
        if (block << BITS >= row.length) return false;
        long at = at(block);
        return U.getLong(row, at) == epoch && (elements & ~U.getLong(row, at + 8)) == 0;
    }

    @ForceInline
    private static long at(int block) {
        return RaddleMemory.BASE + ((long) block << BITS + 3);
    }

    /** Makes room for what {@link #add} adds; if there is none, the thread tells more than it needs to. */
    void open(boolean writes) {
        if (!REMEMBERED) return;
        if (told == NOTHING) told = shadow.room(RaddleBlocks.count(shadow) << BITS);
        if (writes && written == NOTHING) written = shadow.room(RaddleBlocks.count(shadow) << BITS);
    }

    /** With the block taken. */
    @ForceInline
    void add(int block, long elements, long epoch, boolean writes) {
        add(told, block, elements, epoch);
        if (writes) add(written, block, elements, epoch);
    }

    @ForceInline
    private static void add(long[] row, int block, long elements, long epoch) {
        if (block << BITS >= row.length) return;
        long at = at(block);
        U.putLong(row, at + 8, U.getLong(row, at) == epoch ? U.getLong(row, at + 8) | elements : elements);
        U.putLong(row, at, epoch);
    }

    /** With the block taken, by another thread: its marks have replaced those of this one. */
    void forget(int block) {
        if (block << BITS < told.length) U.putLong(told, at(block), 0);
        if (block << BITS < written.length) U.putLong(written, at(block), 0);
    }
}
