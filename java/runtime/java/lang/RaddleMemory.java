package java.lang;

import static java.lang.RaddleConstants.*;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * FastTrack on two shadow words per variable, without locks: publish, then check.
 *
 * A shadow word is an epoch: slot, clock and site of the last write, or of the last read. Reads that are not
 * ordered among themselves make the read word negative: it then stands for a vector of such words, which the
 * variable keeps; the agent's {@code reads.rs} has its layout. A write exchanges the write word and then checks the
 * reads; a read enters itself and then checks the write word. Of two accesses that run at the same time at least
 * one therefore sees the other, and what either sees was really performed: no race is lost and no false one is
 * reported. The layout of a shadow word is that of {@code Epoch} in {@code crates/clocks}.
 *
 * A site's entry in {@link RaddleSites} says where the shadow words are: for an instance field the offsets of the
 * read word (low half) and the write word (high half) in the object, for a static field the address of its words.
 */
final class RaddleMemory {
    private RaddleMemory() {}

    private static final int CLOCK_MASK = (1 << CLOCK_BITS) - 1;
    private static final int SLOT_MASK = (1 << SLOT_BITS) - 1;
    static final int SITE_MASK = (1 << SITE_BITS) - 1;

    private static final int FIELD_MASK = (1 << FIELD_BITS) - 1;

    /** Entries of the site table that are not places of shadow words. */
    static final long SKIP = -1;
    private static final long VOLATILE_AT = 1L << 63;
    private static final long FINAL_OF = 3L << 62;
    /** With the offset of the field itself, or for a static one the address of its shadow words. */
    private static final long FENCED_AT = 5L << 61;

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long SITES = RaddleNative.sites();
    private static final long COUNTS = RaddleNative.counts();
    static final boolean EVENT_MODE = RaddleNative.eventMode();
    /** Whether accesses are of interest, and with them all order. */
    static final boolean WATCHED = RaddleNative.memory();

    /** Of arrays beyond this many per allocation site the site is only kept for a while. */
    private static final int KEPT = 1024;
    private static final int SMALL = 1024;
    private static final int RECENT = 8;

    /**
     * Whether the shadow word is of this epoch, whose site bits are zero; as a difference, which the compiler
     * folds.
     */
    @ForceInline
    static boolean same(Object o, long offset, long epoch) {
        return U.getLong(o, offset) - epoch >>> SITE_BITS == 0;
    }

    @ForceInline
    static int slot(long word) {
        return (int) (word >>> SITE_BITS + CLOCK_BITS) & SLOT_MASK;
    }

    @ForceInline
    static int clock(long word) {
        return (int) (word >>> SITE_BITS) & CLOCK_MASK;
    }

    /** Whether what an epoch stands for happens-before the thread's present. */
    @ForceInline
    static boolean mustOrdered(RaddleThread t, long word) {
        return U.getInt(t.mustClock + ((long) slot(word) << 2)) >= clock(word);
    }

    @ForceInline
    static boolean ordered(RaddleThread t, long word) {
        return U.getInt(t.clock + ((long) slot(word) << 2)) >= clock(word);
    }

    // Fields.

    @DontInline
    static void readField(Object o, RaddleThread t, int site, long d) {
        if (t.epoch == 0 && RaddleSync.wake(t) == 0 || t.busy) return;
        if (d == 0 && (d = resolve(o, t, site)) == SKIP) return;
        if (isFenced(d)) {
            long words = RaddleFields.of(o.getClass(), t).words(d & ~FENCED_AT);
            if (words != 0) read(o, (int) words, words >>> 32, t, site, 0);
            RaddleAtomics.readBesideFence(t, o, d & ~FENCED_AT);
            return;
        }
        if (d < 0) {
            RaddleSync.acquire(t, d == VOLATILE_AT ? RaddleShadow.of(o) : o, place(d));
            return;
        }
        RaddleSites.missed(site, t.epoch);
        read(o, (int) d, d >>> 32, t, site, 0);
    }

    @DontInline
    static void writeField(Object o, RaddleThread t, int site, long d) {
        if (t.epoch == 0 && RaddleSync.wake(t) == 0 || t.busy) return;
        if (d == 0 && (d = resolve(o, t, site)) == SKIP) return;
        if (isFenced(d)) {
            long words = RaddleFields.of(o.getClass(), t).words(d & ~FENCED_AT);
            if (words != 0) write(o, (int) words, words >>> 32, t, site, 0);
            RaddleAtomics.writtenBesideFence(t, o, d & ~FENCED_AT);
            return;
        }
        if (d < 0) {
            RaddleSync.release(t, d == VOLATILE_AT ? RaddleShadow.of(o) : o, place(d));
            return;
        }
        RaddleSites.missed(site, t.epoch);
        write(o, (int) d, d >>> 32, t, site, 0);
    }

    /** Identifies the field at a site among the fields of its object; 0 if no other thread can access it. */
    static int partOf(Object o, RaddleThread t, int site) {
        long d = RaddleSites.get(site);
        if (d == 0) d = resolve(o, t, site);
        if (d == SKIP) return 0;
        if (isFenced(d)) return (int) RaddleFields.of(o.getClass(), t).words(d & ~FENCED_AT);
        return d < 0 ? (int) place(d) : (int) d;
    }

    private static boolean isFenced(long d) {
        return d >>> 61 == FENCED_AT >>> 61;
    }

    /**
     * Whether the field at a site is volatile: that is not known when a class is rewritten if the other one has not been
     * loaded, which depends on what was run before.
     */
    static boolean orders(Object o, RaddleThread t, int site) {
        long d = RaddleSites.get(site);
        if (d == 0) d = o == null ? resolveStatic(t, site) : resolve(o, t, site);
        return d >>> 62 == VOLATILE_AT >>> 62;
    }

    private static long place(long d) {
        return d == VOLATILE_AT ? RaddleSync.SYNC_WORD : d & ~VOLATILE_AT;
    }

    @DontInline
    static void readStatic(RaddleThread t, int site, long d) {
        if (t.epoch == 0 && RaddleSync.wake(t) == 0 || t.busy) return;
        if (d == 0 && (d = resolveStatic(t, site)) == SKIP) return;
        if (d > 0) {
            RaddleSync.classUsed(t, U.getInt(d + RaddleShadow.STATIC_NUMBER));
            RaddleSites.missed(site, t.epoch);
            read(null, d, d + STATIC_WRITE, t, site, 0);
        } else if (d >>> 62 == 3) {
            RaddleSync.classUsed(t, (int) d);
        } else if (isFenced(d)) {
            d &= ~FENCED_AT;
            RaddleSync.classUsed(t, U.getInt(d + RaddleShadow.STATIC_NUMBER));
            read(null, d, d + STATIC_WRITE, t, site, 0);
            RaddleAtomics.opaqueRead(t, null, d + RaddleShadow.STATIC_SYNC);
        } else {
            d &= ~VOLATILE_AT;
            RaddleSync.classUsed(t, U.getInt(d + RaddleShadow.STATIC_NUMBER));
            RaddleSync.acquire(t, null, d + RaddleShadow.STATIC_SYNC);
        }
    }

    @DontInline
    static void writeStatic(RaddleThread t, int site, long d) {
        if (t.epoch == 0 && RaddleSync.wake(t) == 0 || t.busy) return;
        if (d == 0 && (d = resolveStatic(t, site)) == SKIP) return;
        if (d > 0) {
            RaddleSync.classUsed(t, U.getInt(d + RaddleShadow.STATIC_NUMBER));
            RaddleSites.missed(site, t.epoch);
            write(null, d, d + STATIC_WRITE, t, site, 0);
        } else if (isFenced(d)) {
            d &= ~FENCED_AT;
            RaddleSync.classUsed(t, U.getInt(d + RaddleShadow.STATIC_NUMBER));
            write(null, d, d + STATIC_WRITE, t, site, 0);
            RaddleAtomics.opaqueWrite(t, null, d + RaddleShadow.STATIC_SYNC);
        } else if (d >>> 62 != 3) {
            RaddleSync.release(t, null, (d & ~VOLATILE_AT) + RaddleShadow.STATIC_SYNC);
        }
    }

    // Arrays.

    static final long BASE = RaddleNative.arrayBase(long[].class);

    /** Elements that a call is about to read. What is out of bounds the call itself will see. */
    static void readRange(Object a, int from, int to, RaddleThread t, int site) {
        range(a, from, to, t, site, READ);
    }

    static void writeRange(Object a, int from, int to, RaddleThread t, int site) {
        range(a, from, to, t, site, WRITE);
    }

    private static void range(Object a, int from, int to, RaddleThread t, int site, int op) {
        if (t == null || a == null || !a.getClass().isArray() || from < 0) return;
        if (t.epoch == 0 && RaddleSync.wake(t) == 0 || t.busy) return;
        RaddleBlocks.range(a, from, to, 1, null, t, site, op);
    }

    static void indexed(Object a, int i, boolean writes) {
        RaddleThread t = RaddleSync.recorded();
        if (t == null || a == null || t.callSite == 0) return;
        if (writes) writeRange(a, i, i + 1, t, t.callSite);
        else readRange(a, i, i + 1, t, t.callSite);
    }

    static void arrayCreated(Object a, RaddleThread t, int site) {
        int n = U.getInt(COUNTS + ((long) site << 2));
        if (n < KEPT || java.lang.reflect.Array.getLength(a) >= SMALL) {
            U.putInt(COUNTS + ((long) site << 2), n + 1);
            keepSite(a, t, site);
        } else {
            note(a, t, site);
        }
    }

    private static void note(Object a, RaddleThread t, int site) {
        if (t.recentArrays == null) {
            t.recentSites = new int[RECENT];
            t.recentArrays = new Object[RECENT];
        }
        int i = t.recent++ & RECENT - 1;
        t.recentSites[i] = site;
        t.recentArrays[i] = a;
    }

    @DontInline
    private static void keepSite(Object a, RaddleThread t, int site) {
        if (t.busy || a == null) return;
        RaddleShadow.of(a).allocationSite = site;
        if (a instanceof Object[] && a.getClass().getComponentType().isArray()) {
            Object[] rows = (Object[]) a;
            for (int i = 0; i < rows.length; i++) keepSite(rows[i], t, site);
        }
    }

    // Pseudo-fields of collections, recorded with the site of the call into the JDK. Without such a site a report
    // could not name a place, so nothing is recorded.

    @DontInline
    static void readPseudoField(Object o, RaddleThread t, int site, long d) {
        if (d == SKIP || t.busy || t.callSite == 0 || t.epoch == 0 && RaddleSync.wake(t) == 0) return;
        if (d == 0 && (d = resolve(o, t, site)) == SKIP) return;
        read(o, (int) d, d >>> 32, t, t.callSite, site);
    }

    @DontInline
    static void writePseudoField(Object o, RaddleThread t, int site, long d) {
        if (d == SKIP || t.busy || t.callSite == 0 || t.epoch == 0 && RaddleSync.wake(t) == 0) return;
        if (d == 0 && (d = resolve(o, t, site)) == SKIP) return;
        // One without room has nothing to change; the JDK shares such a buffer among threads.
        if (o instanceof java.nio.Buffer && ((java.nio.Buffer) o).capacity() == 0) return;
        write(o, (int) d, d >>> 32, t, t.callSite, site);
    }

    /**
     * The JVM has copied the shadow words too. All fields of the original were read; the copy has not escaped yet.
     */
    static void cloned(Object original, Object copy) {
        if (copy.getClass().isArray()) return;
        RaddleThread t = RaddleSync.current();
        if (t.busy) return;
        // Locks have numbers before anything is recorded.
        RaddleFields.clear(copy, t);
        if (t.callSite != 0 && RaddleSync.recorded() != null) RaddleFields.of(original.getClass(), t).readAll(original, t);
    }

    static void read(Object o, long d, RaddleThread t, int detail) {
        read(o, (int) d, d >>> 32, t, t.callSite, detail);
    }

    // Accesses by object and offset: VarHandle in plain mode, reflection, serialisation.

    static void accessAt(Object o, long offset, int width, boolean writes) {
        RaddleThread t = RaddleSync.recorded();
        if (t == null || o == null || t.callSite == 0) return;
        Class<?> c = o.getClass();
        if (c.isArray()) {
            if (!RaddleAtomics.isView(t.callSite)) return;
            int from = RaddleShadow.index(c, offset);
            int to = RaddleShadow.index(c, offset + width - 1) + 1;
            if (writes) writeRange(o, from, to, t, t.callSite);
            else readRange(o, from, to, t, t.callSite);
        } else if (o instanceof Class) {
            int detail = RaddleFields.ofStatics((Class<?>) o, t).site(offset);
            if (detail == 0) return;
            long at = RaddleShadow.staticWords((Class<?>) o, offset);
            access(null, at, at + STATIC_WRITE, t, detail, writes);
        } else {
            RaddleFields fields = RaddleFields.of(c, t);
            long d = fields.words(offset);
            if (d != 0) access(o, (int) d, d >>> 32, t, fields.site(offset), writes);
        }
    }

    private static void access(Object b, long reads, long at, RaddleThread t, int detail, boolean writes) {
        if (writes) write(b, reads, at, t, t.callSite, detail);
        else read(b, reads, at, t, t.callSite, detail);
    }

    static void reflective(java.lang.reflect.Field f, Object o, boolean writes) {
        int modifiers = f.getModifiers();
        if (java.lang.reflect.Modifier.isStatic(modifiers)) RaddleSync.classSeen(f.getDeclaringClass());
        Object base = base(f, o, modifiers);
        if (base == null) return;
        long offset = offset(f, modifiers);
        if (!java.lang.reflect.Modifier.isVolatile(modifiers)) accessAt(base, offset, 1, writes);
        else if (writes) RaddleAtomics.releaseAt(base, offset);
        else RaddleAtomics.acquireAt(base, offset);
    }

    /** Null if the access is none, or will fail. */
    private static Object base(java.lang.reflect.Field f, Object o, int modifiers) {
        if (java.lang.reflect.Modifier.isFinal(modifiers)) return null;
        if (java.lang.reflect.Modifier.isStatic(modifiers)) return f.getDeclaringClass();
        return f.getDeclaringClass().isInstance(o) ? o : null;
    }

    private static long offset(java.lang.reflect.Field f, int modifiers) {
        return java.lang.reflect.Modifier.isStatic(modifiers) ? U.staticFieldOffset(f) : U.objectFieldOffset(f);
    }

    // Event mode.

    private static final boolean REPEATS = EVENT_MODE && RaddleNative.repeats();
    private static final int EMITTED = 1 << 9;
    private static final int SYNCED_BITS = 24;

    static void access(RaddleThread t, long variable, int op, int site, int detail, int index, Object o) {
        if (!REPEATS && isRepeated(t, variable, op)) return;
        RaddleNative.access(t.handle, variable, op, site, detail, index, o);
    }

    /** Whether the thread has emitted this event before and has not synchronised since; if not, it has now. */
    private static boolean isRepeated(RaddleThread t, long variable, int op) {
        long key = variable << SYNCED_BITS + 1 | (long) op << SYNCED_BITS | t.synced & (1 << SYNCED_BITS) - 1;
        if (t.emitted == null) t.emitted = new long[EMITTED];
        int i = (int) (variable * 2 + op) & EMITTED - 1;
        if (t.emitted[i] == key) return true;
        t.emitted[i] = key;
        return false;
    }

    // FastTrack.

    private static void read(Object b, long reads, long writes, RaddleThread t, int site, int detail) {
        if (t.optimistic == t.epoch) return;
        if (EVENT_MODE) {
            access(t, variable(b, writes), READ, site, detail, -1, b);
            return;
        }
        enterRead(b, reads, t, t.epoch | site);
        long w = U.getLongVolatile(b, writes);
        if (!ordered(t, w)) race(t, w, WRITE << EARLIER_SHIFT | READ, site, detail, -1, b);
    }

    /** Enters a read: by this thread, or by another one into the place of an outgrown vector. */
    private static void enterRead(Object b, long reads, RaddleThread t, long me) {
        while (true) {
            long r = U.getLongVolatile(b, reads);
            if (r >= 0) {
                if (isLater(r, me)) return;
                if (gives(t, r, me)) {
                    if (U.compareAndSetLong(b, reads, r, me)) return;
                    continue;
                }
                long shared = RaddleNative.shareReads(r, me);
                if (shared == 0) break;
                if (U.compareAndSetLong(b, reads, r, shared)) return;
                RaddleNative.dropReads(shared);
                continue;
            }
            long vector = r & ~SHARED_WORD;
            int size = U.getInt(vector);
            long at = vector + VECTOR_ENTRIES + ((long) (slot(me) & size - 1) << 3);
            long e = U.getLongVolatile(null, at);
            if (isLater(e, me)) return;
            if (gives(t, e, me)) {
                // A vector that another one has replaced may be copied already.
                if (U.compareAndSetLong(null, at, e, me) && U.getLongVolatile(b, reads) == r) return;
                continue;
            }
            long grown = RaddleNative.growReads(r, me);
            if (grown == 0) break;
            if (!U.compareAndSetLong(b, reads, r, grown)) {
                RaddleNative.dropReads(grown);
                continue;
            }
            // Others may have entered themselves while it was copied.
            for (int i = 0; i < size; i++) {
                e = U.getLongVolatile(null, vector + VECTOR_ENTRIES + ((long) i << 3));
                if (!ordered(t, e)) enterRead(b, reads, t, e);
            }
            return;
        }
        RaddleNative.incomplete(NO_ROOM_FOR_READS);
    }

    /** Whether the read {@code e} is by the thread of {@code me}, at that time or later. */
    private static boolean isLater(long e, long me) {
        return slot(e) == slot(me) && clock(e) >= clock(me);
    }

    /**
     * Whether the read {@code me} can take the place of {@code e}: it races with everything that {@code e} races
     * with.
     */
    private static boolean gives(RaddleThread t, long e, long me) {
        return e == 0 || slot(e) == slot(me) || slot(me) == t.slot && ordered(t, e);
    }

    private static void write(Object b, long reads, long writes, RaddleThread t, int site, int detail) {
        if (EVENT_MODE) {
            access(t, variable(b, writes), WRITE, site, detail, -1, b);
            return;
        }
        long w = U.getAndSetLong(b, writes, t.epoch | site);
        if (!ordered(t, w)) race(t, w, WRITE << EARLIER_SHIFT | WRITE, site, detail, -1, b);
        long r = U.getLongVolatile(b, reads);
        if (r >= 0) {
            if (!ordered(t, r)) race(t, r, READ << EARLIER_SHIFT | WRITE, site, detail, -1, b);
            return;
        }
        long vector = r & ~SHARED_WORD;
        for (int i = 0, n = U.getInt(vector); i < n; i++) {
            long e = U.getLongVolatile(null, vector + VECTOR_ENTRIES + ((long) i << 3));
            if (!ordered(t, e)) race(t, e, READ << EARLIER_SHIFT | WRITE, site, detail, -1, b);
        }
    }

    static long race(RaddleThread t, long other, int ops, int site, int detail, int i, Object o) {
        if (RaddleAtomics.areInMode(site, (int) other & SITE_MASK)) return 0;
        if (t.deferred) ops |= DEFERRED;
        if (Raddle.lostExit) ops |= LOST_EXIT;
        return RaddleNative.race(t.handle, other, ops, site, detail, i, o);
    }

    /** In event mode the write word is the variable's number. */
    static long variable(Object b, long writes) {
        long v = U.getLongVolatile(b, writes);
        if (v != 0) return v;
        v = RaddleNative.number();
        return U.compareAndSetLong(b, writes, 0, v) ? v : U.getLongVolatile(b, writes);
    }

    // Sites: what the field is that an instruction names is known once it has been executed.

    private static long resolve(Object o, RaddleThread t, int site) {
        t.busy = true;
        try {
            Object[] out = new Object[FIELD_PARTS];
            long d = SKIP;
            switch (RaddleNative.describe(o.getClass(), site, out) & FIELD_MASK) {
                case FIELD_PLAIN:
                    long reads = U.objectFieldOffset((Class<?>) out[0], (String) out[1]);
                    long writes = U.objectFieldOffset((Class<?>) out[0], (String) out[2]);
                    d = reads | writes << 32;
                    break;
                case FIELD_VOLATILE:
                    long at = out[1] == null ? 0 : U.objectFieldOffset((Class<?>) out[0], (String) out[1]);
                    d = VOLATILE_AT | at;
                    break;
                case FIELD_FENCED:
                    d = FENCED_AT | U.objectFieldOffset((Class<?>) out[0], (String) out[1]);
                    break;
                default:
            }
            RaddleSites.set(site, d);
            return d;
        } finally {
            t.busy = false;
        }
    }

    /** The class of this name as {@code from} sees it; it is neither linked nor initialised. */
    private static Class<?> named(String name, Class<?> from) throws ClassNotFoundException {
        if (name == null) throw new ClassNotFoundException();
        return name.equals(from.getName()) ? from : Class.forName(name, false, from.getClassLoader());
    }

    private static long resolveStatic(RaddleThread t, int site) {
        Object[] out = new Object[FIELD_PARTS];
        Class<?> owner;
        t.busy = true;
        try {
            Class<?> caller = RaddleNative.caller();
            if (caller == null) return SKIP;
            owner = named(RaddleNative.declaring(site), named(RaddleNative.owner(site), caller));
        } catch (ClassNotFoundException e) {
            return SKIP;
        } finally {
            t.busy = false;
        }
        // The instruction itself initialises the declaring class, with the same outcome, and no other.
        U.ensureClassInitialized(owner);
        t.busy = true;
        try {
            long d = SKIP;
            int known = RaddleNative.describe(owner, site, out);
            int kind = known & FIELD_MASK;
            int number = known >>> FIELD_BITS;
            if (kind == FIELD_FINAL) {
                d = number == 0 ? SKIP : FINAL_OF | number;
            } else if (kind != FIELD_UNCHECKED) {
                long offset = U.staticFieldOffset((java.lang.reflect.Field) out[1]);
                long at = RaddleShadow.staticWords((Class<?>) out[0], offset);
                U.putInt(at + RaddleShadow.STATIC_NUMBER, number);
                d = kind == FIELD_PLAIN ? at : kind == FIELD_FENCED ? FENCED_AT | at : VOLATILE_AT | at;
            }
            U.putLong(SITES + ((long) site << 3), d);
            RaddleSites.set(site, d);
            return d;
        } finally {
            t.busy = false;
        }
    }
}
