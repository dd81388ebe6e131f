package java.lang;

import static java.lang.RaddleConstants.*;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Unsafe, and with it VarHandle, the atomics and all of java.util.concurrent: synchronisation through a
 * place that an object and an offset name, and fences.
 */
final class RaddleAtomics {
    private RaddleAtomics() {}

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long CLASS_MAP = U.objectFieldOffset(Class.class, "$raddle$map");

    @DontInline
    static void acquireAt(Object o, long offset) {
        RaddleThread t = RaddleSync.recorded();
        if (t == null) return;
        long at = shadowOffset(t, o, offset);
        Object holder = at != 0 ? o : holder(o, offset);
        boolean isPlain = at == 0;
        if (isPlain) at = placeIn(o, holder, offset);
        RaddleSync.acquire(t, holder, at);
        if (isPlain) inMode(t, o, offset, false);
    }

    @DontInline
    static void releaseAt(Object o, long offset) {
        RaddleThread t = RaddleSync.recorded();
        if (t == null) return;
        long at = shadowOffset(t, o, offset);
        Object holder = at != 0 ? o : holder(o, offset);
        if (at == 0) {
            inMode(t, o, offset, true);
            at = placeIn(o, holder, offset);
        }
        RaddleSync.release(t, holder, at);
    }

    // Plain fields and elements that the program also accesses in other modes. Such an access is recorded with a
    // site that stands for the call and for the mode: it races with plain accesses and not with its like.

    private static final long MODES = RaddleNative.modes();

    private static int mode(int call) {
        int site = U.getInt(MODES + ((long) call << 2));
        return site != 0 ? site : RaddleNative.mode(call);
    }

    /**
     * Whether a call may access elements of an array of the program by index or offset. In others the JDK does so with
     * arrays of its own, which the program cannot reach.
     */
    static boolean isView(int call) {
        return mode(call) != MODE_NONE;
    }

    /** Whether accesses at these sites are by a mode other than plain. */
    static boolean areInMode(int site, int other) {
        return U.getInt(MODES + ((long) site << 2)) == site && U.getInt(MODES + ((long) other << 2)) == other;
    }

    private static void inMode(RaddleThread t, Object o, long offset, boolean writes) {
        int call = t.callSite;
        if (call == 0 || o == null || !RaddleMemory.WATCHED) return;
        int site = mode(call);
        if (site < 0) return;
        t.callSite = site;
        RaddleMemory.accessAt(o, offset, 1, writes);
        t.callSite = call;
    }

    /**
     * The holder of the sync word of a place without an added field for it: an element, a static or a plain field.
     */
    private static Object holder(Object o, long offset) {
        if (o == null || o instanceof Class) return null;
        return o.getClass().isArray() ? RaddleShadow.of(o).syncs(o) : RaddleShadow.of(o).place(offset);
    }

    private static long placeIn(Object o, Object holder, long offset) {
        if (o == null) return ADDRESSES + (hash(offset) << 3);
        if (holder == null) return RaddleShadow.staticWords((Class<?>) o, offset) + RaddleShadow.STATIC_SYNC;
        if (!(holder instanceof long[])) return RaddleShadow.PLACE_WORD;
        return RaddleShadow.syncOffset((long[]) holder, o.getClass(), offset);
    }

    /** Sync words for memory outside the heap, by address. Where two share one, too much is ordered. */
    private static final int ADDRESS_BITS = 16;
    private static final long ADDRESSES = RaddleNative.words(1 << ADDRESS_BITS);

    private static long hash(long address) {
        return address * 0x9E3779B97F4A7C15L >>> 64 - ADDRESS_BITS;
    }

    // Atomic updates. The sync word is held from before the update until it is known whether it took place: one
    // that failed releases nothing.

    @DontInline
    static void updating(Object o, long offset) {
        RaddleThread t = RaddleSync.recorded();
        if (t == null) return;
        if (!RaddleMemory.WATCHED && RaddleLocks.isPartOfLock(t, o)) return;
        long at = shadowOffset(t, o, offset);
        Object holder = at != 0 ? o : holder(o, offset);
        if (at == 0) {
            at = placeIn(o, holder, offset);
            t.updatedOf = o;
            t.updatedPlace = offset;
        }
        if (RaddleMemory.EVENT_MODE) RaddleNative.hold();
        else t.updatedFrom = RaddleSync.hold(holder, at);
        t.updated = holder;
        t.updatedAt = at;
        t.updating = true;
    }

    @DontInline
    static void updated(boolean done, int mode) {
        RaddleThread t = RaddleSync.current();
        if (!t.updating) return;
        t.updating = false;
        Object o = t.updated;
        t.updated = null;
        long at = t.updatedAt;
        boolean releases = done && (mode & UPDATE_RELEASES) != 0;
        Object of = t.updatedOf;
        t.updatedOf = null;
        if (RaddleMemory.EVENT_MODE) {
            if ((mode & UPDATE_ACQUIRES) != 0) RaddleSync.acquire(t, o, at);
            if (of != null) inMode(t, of, t.updatedPlace, done);
            if (releases) RaddleSync.release(t, o, at);
            RaddleNative.letGo();
            return;
        }
        long w = t.updatedFrom;
        boolean acquires = (mode & UPDATE_ACQUIRES) != 0 && w != 0 && (w < 0 || !RaddleSync.isOrdered(t, o, w));
        if (acquires) {
            boolean byLock = RaddleLocks.isPartOfLock(t, o);
            if (!byLock) t.segment++;
            RaddleNative.acquire(t.handle, w, byLock);
            RaddleSync.catchUp(t);
        }
        if (of != null) inMode(t, of, t.updatedPlace, done);
        if (!releases) {
            U.putLongRelease(o, at, w);
            return;
        }
        U.putLongRelease(o, at, RaddleSync.together(t, o, w, t.epoch));
        RaddleSync.released(t, o);
    }

    // Fences, with opaque accesses around them. What came before a release fence is released by the opaque writes
    // after it; what opaque reads have seen is acquired by the acquire fence after them.

    private static final int OPAQUE = 8;

    /** After so many fences that no opaque write followed, a thread seems to use them for something else. */
    private static final int UNUSED_FENCES = 8;

    static void releaseFence() {
        RaddleThread t = RaddleSync.recorded();
        if (t == null) return;
        t.fenced = t.epoch;
        if (t.unusedFences == UNUSED_FENCES) return;
        t.unusedFences++;
        RaddleSync.tick(t);
    }

    static void opaqueWrite(Object o, long offset) {
        RaddleThread t = RaddleSync.recorded();
        if (t == null) return;
        long at = shadowOffset(t, o, offset);
        if (at == 0) inMode(t, o, offset, true);
        if (t.fenced == 0) return;
        Object holder = at != 0 ? o : holder(o, offset);
        if (at == 0) at = placeIn(o, holder, offset);
        opaqueWrite(t, holder, at);
    }

    /** A plain access beside a fence orders as an opaque one does. */
    static void writtenBesideFence(RaddleThread t, Object o, long offset) {
        if (t.fenced == 0) return;
        Object holder = holder(o, offset);
        opaqueWrite(t, holder, placeIn(o, holder, offset));
    }

    static void opaqueWrite(RaddleThread t, Object holder, long at) {
        if (t.fenced == 0) return;
        t.unusedFences = 0;
        if (RaddleMemory.EVENT_MODE) {
            RaddleSync.emit(t, RaddleSync.number(holder, at), SYNC_RELEASE, 0);
            return;
        }
        long w = RaddleSync.releaseInto(t, holder, at, t.fenced);
        // Together with what others have released there, it is the present that counts.
        if (w != t.fenced || t.fenced == t.epoch) RaddleSync.tick(t);
    }

    static void opaqueRead(Object o, long offset) {
        RaddleThread t = RaddleSync.recorded();
        if (t == null) return;
        long at = shadowOffset(t, o, offset);
        if (at == 0) inMode(t, o, offset, false);
        Object holder = at != 0 ? o : holder(o, offset);
        if (at == 0) at = placeIn(o, holder, offset);
        opaqueRead(t, holder, at);
    }

    static void readBesideFence(RaddleThread t, Object o, long offset) {
        Object holder = holder(o, offset);
        opaqueRead(t, holder, placeIn(o, holder, offset));
    }

    static void opaqueRead(RaddleThread t, Object holder, long at) {
        long w = U.getLongVolatile(holder, at);
        if (!RaddleMemory.EVENT_MODE && (w == 0 || w > 0 && RaddleMemory.mustOrdered(t, w))) return;
        if (t.opaque == null) {
            t.opaqueAt = new long[OPAQUE];
            t.opaque = new Object[OPAQUE];
        }
        int i = t.opaqueCount++ & OPAQUE - 1;
        t.opaqueAt[i] = at;
        t.opaque[i] = holder;
    }

    static void acquireFence() {
        RaddleThread t = RaddleSync.recorded();
        if (t == null || t.opaque == null || t.opaqueCount == 0) return;
        for (int i = 0; i < OPAQUE && i < t.opaqueCount; i++) {
            RaddleSync.acquire(t, t.opaque[i], t.opaqueAt[i]);
            t.opaque[i] = null;
        }
        t.opaqueCount = 0;
    }

    // Final fields. A thread that gets an object without order sees what they lead to: the agent has to know which
    // thread published the object, and which threads got it.

    private static final long CLASS_FREEZES = U.objectFieldOffset(Class.class, "$raddle$freezes");

    private static boolean freezes(RaddleThread t, Class<?> c) {
        int known = U.getInt(c, CLASS_FREEZES);
        if (known != 0) return known > 0;
        boolean freezes;
        t.busy = true;
        try {
            freezes = RaddleNative.freezes(c);
        } finally {
            t.busy = false;
        }
        U.putInt(c, CLASS_FREEZES, freezes ? 1 : -1);
        return freezes;
    }

    static void puttingReference(Object put) {
        RaddleThread t = RaddleSync.recorded();
        if (t == null || !freezes(t, put.getClass())) return;
        RaddleShadow s = RaddleShadow.of(put);
        if (s.isPublished) return;
        RaddleNative.published(t.handle, put);
        s.isPublished = true;
        // What the thread writes from now on came after that.
        if (RaddleMemory.EVENT_MODE) RaddleSync.emit(t, RaddleNative.number(), SYNC_RELEASE, 0);
        else RaddleSync.tick(t);
    }

    static void gotReference(Object got, Object o, long offset) {
        RaddleThread t = RaddleSync.recorded();
        if (t == null || !freezes(t, got.getClass())) return;
        RaddleShadow s = RaddleShadow.find(got);
        long word = 0;
        if (s == null || !s.isPublished) {
            long at = shadowOffset(t, o, offset);
            Object holder = at != 0 ? o : holder(o, offset);
            if (at == 0) at = placeIn(o, holder, offset);
            word = U.getLongVolatile(holder, at);
            if (word == 0 || !RaddleMemory.EVENT_MODE && word > 0 && RaddleMemory.ordered(t, word)) return;
            s = RaddleShadow.of(got);
        }
        long bit = RaddleMemory.EVENT_MODE || t.slot >= Long.SIZE ? 0 : 1L << t.slot;
        if ((s.gotBy & bit) != 0) return;
        s.gotBy |= bit;
        RaddleNative.got(t.handle, got, word);
    }

    // Where the sync word of a volatile field is.

    /**
     * The offset of the sync word of the volatile field at {@code offset}, or 0. A class object has fields of its
     * own and, at other offsets, the static ones of its class.
     */
    private static long shadowOffset(RaddleThread t, Object o, long offset) {
        if (o == null) return 0;
        Class<?> c = o.getClass();
        int[] map = (int[]) U.getReferenceAcquire(c, CLASS_MAP);
        if (map == null) map = makeMap(t, c);
        int i = (int) (offset >> 2);
        return i >= 0 && i < map.length ? map[i] : 0;
    }

    /** Identifies a place among others of its object: that of a volatile field is its sync word. */
    static int partAt(RaddleThread t, Object o, long offset) {
        long at = shadowOffset(t, o, offset);
        return at != 0 ? (int) at : (int) offset | 1 << 30;
    }

    private static final int[] EMPTY = new int[0];

    private static int[] makeMap(RaddleThread t, Class<?> c) {
        t.busy = true;
        try {
            int[] map = EMPTY;
            Object[] fields = c.isArray() ? null : RaddleNative.volatileFields(c);
            if (fields != null && fields.length > 0) {
                int top = 0;
                for (int i = 0; i < fields.length; i += FIELD_PARTS) {
                    top = Math.max(top, (int) U.objectFieldOffset((Class<?>) fields[i], (String) fields[i + 1]));
                }
                map = new int[(top >> 2) + 1];
                for (int i = 0; i < fields.length; i += FIELD_PARTS) {
                    int at = (int) U.objectFieldOffset((Class<?>) fields[i], (String) fields[i + 1]);
                    map[at >> 2] = (int) U.objectFieldOffset((Class<?>) fields[i], (String) fields[i + 2]);
                }
            }
            U.putReferenceRelease(c, CLASS_MAP, map);
            return map;
        } finally {
            t.busy = false;
        }
    }
}
