package java.lang;

import static java.lang.RaddleConstants.*;

import java.util.ArrayList;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * The elements of lists as variables. They get shadow words once one of them is replaced, or once two threads read some
 * without order. Until then the list itself keeps its last reads: those of one epoch at one site, and of which elements.
 * Reads that do not fit in take the place of those before, which are lost.
 *
 * A thread holds what is kept while it changes it, so that epoch and elements always belong together.
 */
final class RaddleLists {
    private RaddleLists() {}

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long SHADOW = U.objectFieldOffset(ArrayList.class, "$raddle$elements");
    /** The shadow word of the reads that are kept; 0 if there are none, or one of the two below. */
    private static final long READ_BY = U.objectFieldOffset(ArrayList.class, "$raddle$readBy");
    /**
     * Their elements: a bit for each, or, below zero, the first one and the end in 31 bits each.
     */
    private static final long KEPT = U.objectFieldOffset(ArrayList.class, "$raddle$read");

    private static final long HELD = -1;
    /** The elements have shadow words. */
    private static final long MOVED = -2;
    private static final int SPINS = 100;
    /** Lists of so many elements have a bit for each. */
    private static final int MASKED = 63;
    private static final int HALF = 31;

    private static final Class<?> ITERATOR = named("java.util.ArrayList$Itr");
    private static final Class<?> PART = named("java.util.ArrayList$SubList");
    private static final long SIZE = U.objectFieldOffset(ArrayList.class, "size");
    private static final long CHANGES = U.objectFieldOffset(java.util.AbstractList.class, "modCount");
    private static final long ITERATED = U.objectFieldOffset(ITERATOR, "this$0");
    private static final long CURSOR = U.objectFieldOffset(ITERATOR, "cursor");
    private static final long EXPECTED = U.objectFieldOffset(ITERATOR, "expectedModCount");
    private static final long ROOT = U.objectFieldOffset(PART, "root");
    private static final long OFFSET = U.objectFieldOffset(PART, "offset");
    private static final long PART_SIZE = U.objectFieldOffset(PART, "size");

    private static Class<?> named(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException e) {
            throw new NoClassDefFoundError(name);
        }
    }

    /** Of a list or a part of it; an index out of bounds is no access. */
    static void readElement(Object list, int i, int site) {
        element(list, i, site, READ);
    }

    static void writeElement(Object list, int i, int site) {
        element(list, i, site, WRITE);
    }

    private static void element(Object list, int i, int site, int op) {
        int size;
        if (list instanceof ArrayList) {
            size = U.getInt(list, SIZE);
        } else {
            size = U.getInt(list, PART_SIZE);
            if (i >= size) return;
            i += U.getInt(list, OFFSET);
            list = U.getReference(list, ROOT);
            size = U.getInt(list, SIZE);
        }
        if (i < 0 || i >= size) return;
        if (op == WRITE) write(list, i, site);
        else read(list, i, i + 1, site);
    }

    /** A list that reads elements of its own, or the iterator of one. */
    static void readSeveral(Object o, int what, int site) {
        if (what == ELEMENTS_NEXT || what == ELEMENTS_PREVIOUS) {
            Object list = U.getReference(o, ITERATED);
            int i = U.getInt(o, CURSOR) - (what == ELEMENTS_PREVIOUS ? 1 : 0);
            boolean reads = i >= 0 && i < U.getInt(list, SIZE) && U.getInt(list, CHANGES) == U.getInt(o, EXPECTED);
            if (reads) read(list, i, i + 1, site);
            return;
        }
        int size = U.getInt(o, SIZE);
        if (size == 0) return;
        if (what == ELEMENTS_ALL) read(o, 0, size, site);
        else if (what == ELEMENTS_FIRST) read(o, 0, 1, site);
        else read(o, size - 1, size, site);
    }

    private static void read(Object list, int from, int to, int site) {
        RaddleThread t = RaddleSync.recorded();
        if (t == null || t.callSite == 0 || t.optimistic == t.epoch) return;
        if (shadow(list) == null && !RaddleMemory.EVENT_MODE) {
            long me = t.epoch | t.callSite;
            long elements = elements(from, to);
            if (isKept(list, elements, me) || keep(list, elements, t, me)) return;
        }
        record(list, from, to, t, site, READ);
    }

    private static void write(Object list, int i, int site) {
        RaddleThread t = RaddleSync.recorded();
        if (t != null && t.callSite != 0) record(list, i, i + 1, t, site, WRITE);
    }

    @DontInline
    private static void record(Object list, int from, int to, RaddleThread t, int site, int op) {
        RaddleShadow s = covering(list, to, site);
        if (s != null) RaddleBlocks.range(list, from, to, 1, s.cache(t.slot), t, t.callSite, op);
    }

    /** A copy whose making no hook has seen may have that of its original. */
    private static RaddleShadow shadow(Object list) {
        RaddleShadow s = (RaddleShadow) U.getReferenceAcquire(list, SHADOW);
        return s != null && s.refersTo(list) ? s : null;
    }

    /** Null if there is no room; else it may still be too short, for the same reason. */
    private static RaddleShadow covering(Object list, int to, int site) {
        while (true) {
            RaddleShadow s = shadow(list);
            if (s != null && to <= s.length) return s;
            RaddleShadow grown = RaddleShadow.ofList(list, s, Math.max(to, U.getInt(list, SIZE)), site);
            if (grown == null) return s;
            if (s == null) move(list, grown);
            else U.compareAndSetReference(list, SHADOW, s, grown);
        }
    }

    // The reads that a list keeps.

    private static boolean isKept(Object list, long elements, long me) {
        if (U.getLongVolatile(list, READ_BY) != me) return false;
        long kept = U.getLongVolatile(list, KEPT);
        return union(kept, elements) == kept && U.getLongVolatile(list, READ_BY) == me;
    }

    /** False if the elements need shadow words, or have them by now. */
    @DontInline
    @ReservedStackAccess
    private static boolean keep(Object list, long elements, RaddleThread t, long me) {
        long by = hold(list);
        boolean isLast = by == 0 || by == me || by > 0 && RaddleBlocks.replaces(t, by);
        if (isLast) {
            long both = by == me ? union(U.getLong(list, KEPT), elements) : 0;
            U.putLong(list, KEPT, both != 0 ? both : elements);
        }
        U.putLongRelease(list, READ_BY, isLast ? me : by);
        return isLast;
    }

    @ReservedStackAccess
    private static void move(Object list, RaddleShadow to) {
        Object before = U.getReferenceAcquire(list, SHADOW);
        long by = hold(list);
        long kept = U.getLong(list, KEPT);
        if (by > 0 && kept >= 0) {
            RaddleBlocks.enter(to, 0, kept, by);
        } else if (by > 0) {
            int end = end(kept);
            for (int i = first(kept); i < end; i = (i | (1 << RaddleBlocks.BITS) - 1) + 1) {
                long upTo = end - 1 >>> RaddleBlocks.BITS == i >>> RaddleBlocks.BITS ? -1L >>> -end : -1L;
                RaddleBlocks.enter(to, i >>> RaddleBlocks.BITS, -1L << i & upTo, by);
            }
        }
        // Another thread may have been faster; then there was nothing left to move.
        U.compareAndSetReference(list, SHADOW, before, to);
        U.putLongRelease(list, READ_BY, MOVED);
    }

    private static long hold(Object list) {
        for (int spins = 0; ; spins++) {
            long by = U.getLongVolatile(list, READ_BY);
            if (by != HELD && U.compareAndSetLong(list, READ_BY, by, HELD)) return by;
            if (spins < SPINS) Thread.onSpinWait();
            else RaddleNative.pause(spins - SPINS);
        }
    }

    private static long elements(int from, int to) {
        return to <= MASKED ? -1L << from & -1L >>> -to : Long.MIN_VALUE | (long) from << HALF | to;
    }

    private static int first(long elements) {
        return elements >= 0 ? Long.numberOfTrailingZeros(elements) : (int) (elements >>> HALF) & Integer.MAX_VALUE;
    }

    private static int end(long elements) {
        return elements >= 0 ? 64 - Long.numberOfLeadingZeros(elements) : (int) elements & Integer.MAX_VALUE;
    }

    /** 0 if one word cannot say which they are. */
    private static long union(long a, long b) {
        if (a >= 0 && b >= 0) return a | b;
        boolean together = isRange(a) && isRange(b) && first(a) <= end(b) && first(b) <= end(a);
        return together ? elements(Math.min(first(a), first(b)), Math.max(end(a), end(b))) : 0;
    }

    private static boolean isRange(long elements) {
        return elements < 0 || Long.bitCount(elements) == end(elements) - first(elements);
    }
}
