package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Happens-before edges. Whatever threads synchronise through has one word: 0 if nothing was published
 * there; an epoch if what was published is the clock that one thread had then; a negative number if it
 * is a vector that several threads have joined. The first two cases, nearly all, are decided here; the
 * agent looks up past clocks and keeps the vectors. Why this is exact: {@code crates/clocks/src/lazy.rs}.
 */
final class RaddleSync {
    private RaddleSync() {}

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long STATE = U.objectFieldOffset(Thread.class, "$raddle");
    private static final long CLASS_LOCK = U.objectFieldOffset(Class.class, "$raddle$lock");
    private static final long CLASS_NUMBER = U.objectFieldOffset(Class.class, "$raddle$number");
    private static final long CLASS_MAP = U.objectFieldOffset(Class.class, "$raddle$map");
    private static final long CLASSES = RaddleNative.classes();

    private static final long MONITOR_WORD = U.objectFieldOffset(RaddleShadow.class, "monitorWord");
    private static final long LOCK_NUMBER = U.objectFieldOffset(RaddleShadow.class, "lockNumber");
    private static final long CONSTRUCTED_WORD = U.objectFieldOffset(RaddleShadow.class, "constructedWord");
    static final long SYNC_WORD = U.objectFieldOffset(RaddleShadow.class, "syncWord");
    private static final long INTERRUPT_WORD = U.objectFieldOffset(RaddleThread.class, "interruptWord");
    private static final long SEEN_WORD = U.objectFieldOffset(RaddleThread.class, "seen");
    private static final long PARK_WORD = U.objectFieldOffset(RaddleThread.class, "parkWord");

    private static final long ONE = 1L << RaddleMemory.SITE_BITS;
    private static final int LAST_CLOCK = RaddleNative.lastClock();

    private static final long CROWD = RaddleNative.crowd();

    /** The lock log: clock, depth (negative for a release), lock number, site; four ints each. */
    static final int LOG_ENTRIES = 1 << 12;

    /** What happened, as {@link RaddleNative#sync} takes it. */
    private static final int ACQUIRE = 0;
    private static final int RELEASE = 1;
    private static final int LOCK = 2;
    private static final int UNLOCK = 3;
    private static final int LEAVE = 4;
    private static final int RETURN = 5;

    // Threads.

    @ForceInline
    static RaddleThread current() {
        Object t = U.getReference(Thread.currentThread(), STATE);
        return t != null ? (RaddleThread) t : greet();
    }

    @DontInline
    private static RaddleThread greet() {
        RaddleThread t = new RaddleThread();
        U.putReferenceRelease(Thread.currentThread(), STATE, t);
        return t;
    }

    private static RaddleThread of(Thread thread) {
        return (RaddleThread) U.getReferenceAcquire(thread, STATE);
    }

    /** The epoch of a thread that has none yet: 0 as long as nothing is recorded for it. */
    @ForceInline
    static long wake(RaddleThread t) {
        return Raddle.on ? adopt(t) : 0;
    }

    @DontInline
    private static long adopt(RaddleThread t) {
        if (t.ended || t.busy) return 0;
        t.busy = true;
        try {
            load(t, RaddleNative.begin(Thread.currentThread(), t.id, t.seen));
            return t.epoch;
        } finally {
            t.busy = false;
        }
    }

    /** Reads the head of the agent's record: clock, log, epoch, slot, number. */
    private static void load(RaddleThread t, long handle) {
        t.handle = handle;
        if (handle == 0) {
            t.epoch = 0;
            t.ended = true;
            return;
        }
        t.id = U.getInt(handle + 28);
        t.clock = U.getLong(handle);
        t.log = U.getLong(handle + 8);
        t.logged = U.getInt(t.log);
        t.slot = U.getInt(handle + 24);
        t.epoch = U.getLong(handle + 16);
    }

    /** The current thread if it is recorded and not inside Raddle, else null. */
    @ForceInline
    static RaddleThread recorded() {
        RaddleThread t = current();
        return (t.epoch != 0 || wake(t) != 0) && !t.busy ? t : null;
    }

    static void threadStarting(Thread child) {
        Raddle.on = true;
        RaddleThread t = recorded();
        if (t == null) return;
        t.busy = true;
        try {
            RaddleThread c = new RaddleThread();
            c.id = RaddleNative.fork(t.handle);
            c.seen = t.epoch;
            U.putReferenceRelease(child, STATE, c);
        } finally {
            t.busy = false;
        }
        tick(t);
    }

    static void threadEnding(Thread thread) {
        RaddleThread t = of(thread);
        if (t == null || t.ended) return;
        t.ended = true;
        t.madeArrays = null;
        if (t.epoch == 0) return;
        t.epoch = 0;
        t.seen = RaddleNative.end(t.handle, thread);
        t.handle = 0;
    }

    /** The current thread may have to wait: with very many threads it does without a clock meanwhile. */
    @ForceInline
    static void waiting() {
        if (U.getInt(CROWD) != 0) rest();
    }

    @DontInline
    private static void rest() {
        RaddleThread t = current();
        if (RaddleMemory.PURE || t.epoch == 0 || t.busy || t.locks > 0) return;
        t.epoch = 0;
        t.seen = RaddleNative.rest(t.handle);
        t.handle = 0;
    }

    static void shutdownBegins() {
        RaddleThread t = recorded();
        if (t == null) return;
        RaddleNative.shutdownBegins(t.handle);
        if (!RaddleMemory.PURE) catchUp(t);
    }

    static void threadJoined(Thread thread) {
        RaddleThread c = of(thread);
        if (c == null || !c.ended) return;
        RaddleThread t = recorded();
        if (t == null || t == c) return;
        if (!RaddleMemory.PURE) acquire(t, c, SEEN_WORD);
        else if (c.id >= 0) RaddleNative.join(t.handle, c.id);
    }

    static void interrupting(Thread target) {
        publishTo(target, INTERRUPT_WORD);
    }

    static void interruptSeen(Thread target) {
        RaddleThread t = recorded();
        RaddleThread c = t == null ? null : of(target);
        if (c != null) acquire(t, c, INTERRUPT_WORD);
    }

    static void unparking(Thread target) {
        publishTo(target, PARK_WORD);
    }

    static void unparked() {
        RaddleThread t = recorded();
        if (t != null) acquire(t, t, PARK_WORD);
    }

    private static void publishTo(Thread target, long word) {
        RaddleThread t = recorded();
        RaddleThread c = t == null ? null : of(target);
        if (c != null) release(t, c, word);
    }

    // Words.

    /** The thread's next epoch: what it does from now on is not part of what it has published. */
    @ForceInline
    private static void tick(RaddleThread t) {
        if (RaddleMemory.PURE) return;
        long e = t.epoch + ONE;
        int clock = RaddleMemory.clock(e);
        t.epoch = e;
        U.putInt(t.clock + ((long) t.slot << 2), clock);
        if (clock == LAST_CLOCK) renew(t);
    }

    @DontInline
    private static void renew(RaddleThread t) {
        load(t, RaddleNative.renew(t.handle));
    }

    @ForceInline
    static void acquire(RaddleThread t, Object o, long at) {
        if (RaddleMemory.PURE) {
            RaddleNative.sync(t.handle, number(o, at), ACQUIRE, 0);
            return;
        }
        long w = U.getLongVolatile(o, at);
        if (w == 0 || w > 0 && RaddleMemory.ordered(t, w)) return;
        acquireOther(t, o, at, w);
    }

    @DontInline
    private static void acquireOther(RaddleThread t, Object o, long at, long w) {
        while (w == HELD || !RaddleNative.acquire(t.handle, w)) {
            if (w == HELD) w = waitFor(o, at);
            else w = U.getLongVolatile(o, at);
        }
        catchUp(t);
    }

    /** Where another thread has seen what this one did in its epoch, the agent ends that before it changes. */
    private static void catchUp(RaddleThread t) {
        int clock = U.getInt(t.clock + ((long) t.slot << 2));
        if (clock == RaddleMemory.clock(t.epoch)) return;
        t.epoch += ONE;
        if (clock == LAST_CLOCK) renew(t);
    }

    @ForceInline
    static void release(RaddleThread t, Object o, long at) {
        if (RaddleMemory.PURE) {
            RaddleNative.sync(t.handle, number(o, at), RELEASE, 0);
            return;
        }
        long w = U.getLongVolatile(o, at);
        if (w < 0 || !RaddleMemory.ordered(t, w) || !U.compareAndSetLong(o, at, w, t.epoch)) {
            publish(t, o, at, t.epoch);
        }
        tick(t);
    }

    @DontInline
    private static void publish(RaddleThread t, Object o, long at, long epoch) {
        long w = hold(o, at);
        U.putLongVolatile(o, at, together(t, w, epoch));
    }

    /** A word for what {@code w} stands for, which the thread holds, and for the thread's epoch. */
    private static long together(RaddleThread t, long w, long epoch) {
        if (w >= 0 && RaddleMemory.ordered(t, w)) return epoch;
        long both = RaddleNative.publish(t.handle, w);
        catchUp(t);
        return both;
    }

    /** A word that one thread holds, to exchange it together with something else. */
    private static final long HELD = -1;
    private static final int SPINS = 1 << 6;
    private static final int PATIENCE = 1 << 16;

    /** Takes a word. Between this and giving it back nothing runs that could wait. */
    private static long hold(Object o, long at) {
        while (true) {
            long w = U.getLongVolatile(o, at);
            if (w == HELD) w = waitFor(o, at);
            if (w != HELD && U.compareAndSetLong(o, at, w, HELD)) return w;
        }
    }

    /**
     * What a word is once nobody holds it. A holder that never gives it back was torn out by an error,
     * such as a stack overflow: then nothing is known of the word any more.
     */
    private static long waitFor(Object o, long at) {
        for (int i = 0; i < PATIENCE; i++) {
            long w = U.getLongVolatile(o, at);
            if (w != HELD) return w;
            if (i < SPINS) Thread.onSpinWait();
            else RaddleNative.pause(i);
        }
        RaddleNative.incomplete(LOST_WORD);
        U.compareAndSetLong(o, at, HELD, 0);
        return U.getLongVolatile(o, at);
    }

    private static final int LOST_WORD = 3;

    /** For the pure detector a word is the object's number. */
    private static long number(Object o, long at) {
        long n = U.getLongVolatile(o, at);
        if (n != 0) return n;
        n = RaddleNative.number();
        return U.compareAndSetLong(o, at, 0, n) ? n : U.getLongVolatile(o, at);
    }

    /** An object that one thread gives to another in a way that bytecode does not show. */
    static void handingOver(Object o) {
        RaddleThread t = recorded();
        if (t != null && o != null) release(t, RaddleShadow.of(o), SYNC_WORD);
    }

    static void takingOver(Object o) {
        RaddleThread t = recorded();
        if (t != null && o != null) acquire(t, RaddleShadow.of(o), SYNC_WORD);
    }

    // Monitors. The thread owns the monitor, so nobody else touches its word.

    /** More frames than leaving a monitor takes. */
    static final int STACK_LEVELS = 12;

    @DontInline
    static int needStack(int levels) {
        return levels == 0 ? 0 : needStack(levels - 1) + 1;
    }

    /** What has the words of an object's monitor: the object itself, or its shadow. */
    private static Object lockHolder(RaddleThread t, Object o) {
        Class<?> c = o.getClass();
        int at = U.getInt(c, CLASS_LOCK);
        if (at == 0) at = lockOffset(t, c);
        return at > 0 ? o : RaddleShadow.of(o);
    }

    private static long wordAt(Object holder, Object o) {
        return holder == o ? U.getInt(o.getClass(), CLASS_LOCK) : MONITOR_WORD;
    }

    /** The lock's number, which reports call it by. */
    private static int lockNumber(Object holder, Object o) {
        long at = holder == o ? U.getInt(o.getClass(), CLASS_NUMBER) : LOCK_NUMBER;
        int number = U.getInt(holder, at);
        if (number == 0) U.putInt(holder, at, number = RaddleNative.lockNumber(o.getClass()));
        return number;
    }

    @DontInline
    static void monitorEnter(Object o, int site) {
        RaddleThread t = recorded();
        if (t == null) return;
        Object holder = lockHolder(t, o);
        int number = lockNumber(holder, o);
        if (RaddleMemory.PURE) {
            RaddleNative.sync(t.handle, number, LOCK, site);
            return;
        }
        acquire(t, holder, wordAt(holder, o));
        tick(t);
        log(t, ++t.locks, number, site);
    }

    @DontInline
    static void monitorExit(Object o) {
        if (o == null) return;
        RaddleThread t = recorded();
        if (t == null) return;
        unlock(t, o, UNLOCK);
        if (RaddleMemory.PURE) return;
        log(t, -t.locks, 0, 0);
        if (t.locks > 0) t.locks--;
    }

    private static void unlock(RaddleThread t, Object o, int how) {
        Object holder = lockHolder(t, o);
        if (RaddleMemory.PURE) {
            RaddleNative.sync(t.handle, lockNumber(holder, o), how, 0);
            return;
        }
        U.putLongVolatile(holder, wordAt(holder, o), t.epoch);
        tick(t);
    }

    private static int lockOffset(RaddleThread t, Class<?> c) {
        t.busy = true;
        try {
            Class<?> declaring = RaddleNative.lockClass(c);
            int at = -1;
            if (declaring != null) {
                U.putInt(c, CLASS_NUMBER, (int) U.objectFieldOffset(declaring, "$raddle$id"));
                U.storeFence();
                at = (int) U.objectFieldOffset(declaring, "$raddle$m");
            }
            U.putInt(c, CLASS_LOCK, at);
            return at;
        } finally {
            t.busy = false;
        }
    }

    private static void log(RaddleThread t, int depth, int number, int site) {
        if (t.epoch == 0) return;
        long at = t.log + 8 + ((long) (t.logged & LOG_ENTRIES - 1) << 4);
        U.putInt(at, RaddleMemory.clock(t.epoch));
        U.putInt(at + 4, depth);
        U.putInt(at + 8, number);
        U.putInt(at + 12, site);
        U.putIntRelease(null, t.log, ++t.logged);
    }

    static void beforeWait(Object o) {
        if (o == null || !Thread.holdsLock(o)) return;
        RaddleThread t = recorded();
        if (t != null) unlock(t, o, LEAVE);
    }

    static void afterWait(Object o) {
        if (o == null || !Thread.holdsLock(o)) return;
        RaddleThread t = recorded();
        if (t == null) return;
        Object holder = lockHolder(t, o);
        if (RaddleMemory.PURE) {
            RaddleNative.sync(t.handle, lockNumber(holder, o), RETURN, 0);
            return;
        }
        acquire(t, holder, wordAt(holder, o));
        tick(t);
    }

    // Unsafe, and with it VarHandle, the atomics and java.util.concurrent: by object and offset.

    @DontInline
    static void acquireAt(Object o, long offset) {
        RaddleThread t = recorded();
        if (t == null) return;
        long at = shadowOffset(t, o, offset);
        if (at != 0) acquire(t, o, at);
        else acquireIn(t, o, offset);
    }

    @DontInline
    static void releaseAt(Object o, long offset) {
        RaddleThread t = recorded();
        if (t == null) return;
        long at = shadowOffset(t, o, offset);
        if (at != 0) release(t, o, at);
        else releaseIn(t, o, offset);
    }

    private static void acquireIn(RaddleThread t, Object o, long offset) {
        Object holder = holder(o, offset);
        acquire(t, holder, placeIn(o, holder, offset));
    }

    private static void releaseIn(RaddleThread t, Object o, long offset) {
        Object holder = holder(o, offset);
        release(t, holder, placeIn(o, holder, offset));
    }

    /** What has the word of a place without an added field for it: an element, a static or a plain field. */
    private static Object holder(Object o, long offset) {
        if (o == null || o instanceof Class) return null;
        return o.getClass().isArray() ? RaddleShadow.of(o).syncs(o) : RaddleShadow.of(o).place(offset);
    }

    private static long placeIn(Object o, Object holder, long offset) {
        if (o == null) return ADDRESSES + (hash(offset) << 3);
        if (holder == null) return staticWords((Class<?>) o, offset) + STATIC_SYNC;
        if (!(holder instanceof long[])) return RaddleShadow.PLACE_WORD;
        return RaddleShadow.syncOffset((long[]) holder, o.getClass(), offset);
    }

    /** Words for memory outside the heap, by address. Where two share one, too much is ordered. */
    private static final int ADDRESS_BITS = 16;
    private static final long ADDRESSES = RaddleNative.words(1 << ADDRESS_BITS);

    private static long hash(long address) {
        return address * 0x9E3779B97F4A7C15L >>> 64 - ADDRESS_BITS;
    }

    // Atomic updates. The word is held from before the update until it is known whether it took place: one
    // that failed publishes nothing.

    private static final int ACQUIRES = 1;
    private static final int RELEASES = 2;

    @DontInline
    static void updating(Object o, long offset) {
        RaddleThread t = recorded();
        if (t == null) return;
        long at = shadowOffset(t, o, offset);
        Object holder = o;
        if (at == 0) {
            holder = holder(o, offset);
            at = placeIn(o, holder, offset);
        }
        if (RaddleMemory.PURE) RaddleNative.hold();
        else t.updatedFrom = hold(holder, at);
        t.updated = holder;
        t.updatedAt = at;
        t.updating = true;
    }

    @DontInline
    static void updated(boolean done, int mode) {
        RaddleThread t = current();
        if (!t.updating) return;
        t.updating = false;
        Object o = t.updated;
        t.updated = null;
        long at = t.updatedAt;
        boolean releases = done && (mode & RELEASES) != 0;
        if (RaddleMemory.PURE) {
            if ((mode & ACQUIRES) != 0) RaddleNative.sync(t.handle, number(o, at), ACQUIRE, 0);
            if (releases) RaddleNative.sync(t.handle, number(o, at), RELEASE, 0);
            RaddleNative.letGo();
            return;
        }
        long w = t.updatedFrom;
        boolean acquires = (mode & ACQUIRES) != 0 && w != 0 && (w < 0 || !RaddleMemory.ordered(t, w));
        if (acquires) {
            RaddleNative.acquire(t.handle, w);
            catchUp(t);
        }
        if (!releases) {
            U.putLongVolatile(o, at, w);
            return;
        }
        U.putLongVolatile(o, at, together(t, w, t.epoch));
        tick(t);
    }

    // Fences, with opaque accesses around them. What came before a release fence is published by the opaque
    // writes after it; what opaque reads have seen is acquired by the acquire fence after them.

    private static final int OPAQUE = 8;

    static void releaseFence() {
        RaddleThread t = recorded();
        if (t == null) return;
        t.fenced = t.epoch;
        tick(t);
    }

    static void opaqueWrite(Object o, long offset) {
        RaddleThread t = recorded();
        if (t == null || t.fenced == 0) return;
        long at = shadowOffset(t, o, offset);
        Object holder = o;
        if (at == 0) {
            holder = holder(o, offset);
            at = placeIn(o, holder, offset);
        }
        if (RaddleMemory.PURE) RaddleNative.sync(t.handle, number(holder, at), RELEASE, 0);
        else publish(t, holder, at, t.fenced);
    }

    static void opaqueRead(Object o, long offset) {
        RaddleThread t = recorded();
        if (t == null) return;
        long at = shadowOffset(t, o, offset);
        Object holder = o;
        if (at == 0) {
            holder = holder(o, offset);
            at = placeIn(o, holder, offset);
        }
        long w = U.getLongVolatile(holder, at);
        if (!RaddleMemory.PURE && (w == 0 || w > 0 && RaddleMemory.ordered(t, w))) return;
        if (t.opaque == null) {
            t.opaqueAt = new long[OPAQUE];
            t.opaque = new Object[OPAQUE];
        }
        int i = t.opaqueCount++ & OPAQUE - 1;
        t.opaqueAt[i] = at;
        t.opaque[i] = holder;
    }

    static void acquireFence() {
        RaddleThread t = recorded();
        if (t == null || t.opaque == null || t.opaqueCount == 0) return;
        for (int i = 0; i < OPAQUE && i < t.opaqueCount; i++) {
            acquire(t, t.opaque[i], t.opaqueAt[i]);
            t.opaque[i] = null;
        }
        t.opaqueCount = 0;
    }

    /** What an optimistic reader reads may be torn, and is thrown away then: that is how it is meant. */
    static void optimisticRead(boolean begins) {
        RaddleThread t = recorded();
        if (t != null) t.optimistic = begins ? t.epoch : 0;
    }

    /** The collector has found an object unreachable: whatever was done with it is over. */
    static void dequeued() {
        RaddleThread t = recorded();
        if (t == null) return;
        RaddleNative.joinAll(t.handle);
        if (!RaddleMemory.PURE) catchUp(t);
    }

    /**
     * The offset of the word of the volatile field at {@code offset}, or 0. A class object has fields of its
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

    private static final int[] EMPTY = new int[0];

    private static int[] makeMap(RaddleThread t, Class<?> c) {
        t.busy = true;
        try {
            int[] map = EMPTY;
            Object[] fields = c.isArray() ? null : RaddleNative.volatileFields(c);
            if (fields != null && fields.length > 0) {
                int top = 0;
                for (int i = 0; i < fields.length; i += 3) {
                    top = Math.max(top, (int) U.objectFieldOffset((Class<?>) fields[i], (String) fields[i + 1]));
                }
                map = new int[(top >> 2) + 1];
                for (int i = 0; i < fields.length; i += 3) {
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

    /** Where the class number and the word for synchronisation are, behind the read and the write word. */
    static final long STATIC_NUMBER = 16;
    static final long STATIC_SYNC = 24;

    /** The address of the words of a static field. */
    static long staticWords(Class<?> c, long offset) {
        RaddleShadow s = RaddleShadow.of(c);
        synchronized (s) {
            long[] pairs = s.statics;
            int n = pairs == null ? 0 : pairs.length;
            for (int i = 0; i < n; i += 2) {
                if (pairs[i] == offset) return pairs[i + 1];
            }
            long[] more = new long[n + 2];
            for (int i = 0; i < n; i++) more[i] = pairs[i];
            more[n] = offset;
            more[n + 1] = RaddleNative.words(4);
            s.statics = more;
            return more[n + 1];
        }
    }

    // Classes and finalizers.

    static void classInitialized(int number) {
        RaddleThread t = recorded();
        if (t != null) release(t, null, CLASSES + ((long) number << 3));
    }

    @ForceInline
    static void classUsed(RaddleThread t, int number) {
        if (U.getLong(CLASSES + ((long) number << 3)) == 0) return;
        if (t.epoch == 0 && wake(t) == 0 || t.busy) return;
        acquire(t, null, CLASSES + ((long) number << 3));
    }

    static void constructed(Object o) {
        RaddleThread t = recorded();
        if (t != null) release(t, RaddleShadow.of(o), CONSTRUCTED_WORD);
    }

    /** A finalizer runs beside the program even if that has one thread only. */
    static void finalizing(Object o) {
        Raddle.on = true;
        RaddleThread t = recorded();
        if (t != null) acquire(t, RaddleShadow.of(o), CONSTRUCTED_WORD);
    }
}
