package java.lang;

import static java.lang.RaddleConstants.*;

import java.lang.invoke.RaddleProfile;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * Happens-before edges. Each object that threads synchronise through has one sync word: 0 without any release; an
 * epoch if it stands for the clock that one thread had then; a negative number if it is a vector that several
 * threads have joined. The first two cases, nearly all, are decided here; the agent looks up past clocks and keeps
 * the vectors. Why this is exact: {@code crates/clocks/src/lazy.rs}.
 */
final class RaddleSync {
    private RaddleSync() {}

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long STATE = U.objectFieldOffset(Thread.class, "$raddle");
    private static final long CLASSES = RaddleNative.classes();

    private static final long CONSTRUCTED_WORD = U.objectFieldOffset(RaddleShadow.class, "constructedWord");
    static final long SYNC_WORD = U.objectFieldOffset(RaddleShadow.class, "syncWord");
    private static final long INTERRUPT_WORD = U.objectFieldOffset(RaddleThread.class, "interruptWord");
    private static final long SEEN_WORD = U.objectFieldOffset(RaddleThread.class, "seen");
    private static final long PARK_WORD = U.objectFieldOffset(RaddleThread.class, "parkWord");

    private static final long ONE = 1L << SITE_BITS;
    private static final int LAST_CLOCK = RaddleNative.lastClock();

    private static final long CROWD = RaddleNative.crowd();

    static {
        // Their initialisers call what has hooks itself, so they come before anything is recorded.
        U.ensureClassInitialized(RaddleLocks.class);
        U.ensureClassInitialized(RaddleMonitors.class);
        U.ensureClassInitialized(RaddleAtomics.class);
        U.ensureClassInitialized(RaddleShadowMemory.class);
        U.ensureClassInitialized(RaddleMap.class);
        U.ensureClassInitialized(RaddleLists.class);
    }

    // Threads.

    /** Threads whose start no hook has seen are few. */
    private static final int[] GREETED = new int[2];

    @ForceInline
    static RaddleThread current() {
        RaddleThread t = Thread.currentThread().$raddle;
        if (t != null) return t;
        RaddleProfile.rare(GREETED);
        return greet();
    }

    @DontInline
    private static RaddleThread greet() {
        RaddleThread t = new RaddleThread();
        // Meanwhile hooks find a state that is not to be used: the name of a thread is a volatile field.
        t.busy = RaddleControl.ON;
        U.putReferenceRelease(Thread.currentThread(), STATE, t);
        // When these threads of the JDK come by is chance, and their hooks would count up hash codes.
        if (RaddleControl.ON) t.busy = t.ended = RaddleControl.isCollectors(Thread.currentThread());
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
            if (t.epoch != 0) RaddleLocks.recorded(t);
            return t.epoch;
        } finally {
            t.busy = false;
        }
    }

    /** Reads the head of the agent's record. */
    private static void load(RaddleThread t, long handle) {
        t.handle = handle;
        if (handle == 0) {
            t.epoch = 0;
            t.ended = true;
            return;
        }
        t.id = U.getInt(handle + RECORD_ID);
        t.clock = U.getLong(handle + RECORD_CLOCK);
        t.log = U.getLong(handle + RECORD_LOG);
        t.logged = U.getInt(t.log);
        t.slot = U.getInt(handle + RECORD_SLOT);
        t.mustClock = U.getLong(handle + RECORD_MUST_CLOCK);
        t.epoch = U.getLong(handle + RECORD_EPOCH);
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
            c.id = RaddleNative.fork(t.handle, child);
            c.seen = t.epoch;
            U.putReferenceRelease(child, STATE, c);
        } finally {
            t.busy = false;
        }
        released(t, null);
    }

    static void threadEnding(Thread thread) {
        RaddleThread t = of(thread);
        if (t == null || t.ended) return;
        t.ended = true;
        t.recentArrays = null;
        RaddleMap.end(t);
        if (t.epoch == 0) {
            if (t.id >= 0) RaddleNative.forget(t.id, thread);
            return;
        }
        checkExits(t);
        t.epoch = 0;
        t.seen = RaddleNative.end(t.handle, thread);
        t.handle = 0;
    }

    /** A thread that is about to end is in no monitor. */
    private static void checkExits(RaddleThread t) {
        if (Raddle.lostExit && t.locks > 0) RaddleNative.incomplete(LOST_WORD);
    }

    /** The current thread may have to wait: with very many threads it does without a clock meanwhile. */
    @ForceInline
    static void waiting() {
        if (U.getInt(CROWD) != 0) rest();
    }

    @DontInline
    private static void rest() {
        RaddleThread t = current();
        if (RaddleMemory.EVENT_MODE || t.epoch == 0 || t.busy || t.locks > 0) return;
        t.epoch = 0;
        t.seen = RaddleNative.rest(t.handle);
        t.handle = 0;
    }

    static void shutdownBegins() {
        RaddleThread t = recorded();
        if (t == null) return;
        checkExits(t);
        t.synced++;
        RaddleNative.shutdownBegins(t.handle);
        if (!RaddleMemory.EVENT_MODE) catchUp(t);
    }

    static void joining(Thread thread) {
        RaddleThread t = current();
        if (!t.busy) t.joining = thread;
    }

    static void threadJoined(Thread thread) {
        RaddleThread c = of(thread);
        if (c == null || !c.ended) return;
        RaddleThread t = recorded();
        if (t == null || t == c) return;
        if (!RaddleMemory.EVENT_MODE) acquire(t, c, SEEN_WORD);
        else if (c.id >= 0) {
            t.synced++;
            RaddleNative.join(t.handle, c.id);
        }
    }

    static void interrupting(Thread target) {
        releaseTo(target, INTERRUPT_WORD);
    }

    static void interruptSeen(Thread target) {
        RaddleThread t = recorded();
        RaddleThread c = t == null ? null : of(target);
        if (c != null) acquire(t, c, INTERRUPT_WORD);
    }

    static void unparking(Thread target) {
        if (RaddleMemory.WATCHED) releaseTo(target, PARK_WORD);
    }

    static void unparked() {
        RaddleThread t = recorded();
        // The release of a lock unparks; any other code that unparks has released what matters by other means.
        if (t != null && RaddleMemory.WATCHED) acquireByLock(t, t, PARK_WORD);
    }

    private static void releaseTo(Thread target, long word) {
        RaddleThread t = recorded();
        RaddleThread c = t == null ? null : of(target);
        if (c != null) release(t, c, word);
    }

    // Sync words.

    /** In event mode: the thread synchronises. */
    static void emit(RaddleThread t, long object, int what, int site) {
        t.synced++;
        RaddleNative.sync(t.handle, object, what, site);
    }

    /** The thread's next epoch: what it does from now on is not part of what it has released. */
    @ForceInline
    static void tick(RaddleThread t) {
        if (RaddleMemory.EVENT_MODE) {
            t.synced++;
            return;
        }
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
        if (RaddleMemory.EVENT_MODE) {
            emit(t, number(o, at), RaddleLocks.isPartOfLock(t, o) ? SYNC_ACQUIRE_LOCK : SYNC_ACQUIRE, 0);
            return;
        }
        long w = U.getLongVolatile(o, at);
        if (w == 0 || w > 0 && RaddleMemory.mustOrdered(t, w)) return;
        acquireOther(t, o, at, w, RaddleLocks.isPartOfLock(t, o));
    }

    /** As {@link #acquire}, of what a lock has ordered. */
    @ForceInline
    static void acquireByLock(RaddleThread t, Object o, long at) {
        if (RaddleMemory.EVENT_MODE) {
            emit(t, number(o, at), SYNC_ACQUIRE_LOCK, 0);
            return;
        }
        long w = U.getLongVolatile(o, at);
        if (w != 0) acquireOther(t, o, at, w, true);
    }

    @DontInline
    private static void acquireOther(RaddleThread t, Object o, long at, long w, boolean byLock) {
        if (byLock && (!RaddleMemory.WATCHED || w > 0 && RaddleMemory.ordered(t, w))) return;
        if (!byLock) t.segment++;
        while (w == HELD || !RaddleNative.acquire(t.handle, w, byLock)) {
            if (w == HELD) w = waitFor(o, at);
            else w = U.getLongVolatile(o, at);
        }
        catchUp(t);
    }

    /**
     * Where another thread has seen what this one did in its epoch, or very much changes, the agent ends that
     * before: once in each call, so that the last clock is not passed.
     */
    static void catchUp(RaddleThread t) {
        int clock = U.getInt(t.clock + ((long) t.slot << 2));
        int behind = clock - RaddleMemory.clock(t.epoch);
        if (behind == 0) return;
        t.epoch += behind * ONE;
        if (clock == LAST_CLOCK) renew(t);
    }

    @ForceInline
    static void release(RaddleThread t, Object o, long at) {
        if (RaddleMemory.EVENT_MODE) {
            emit(t, number(o, at), RaddleLocks.isPartOfLock(t, o) ? SYNC_RELEASE_LOCK : SYNC_RELEASE, 0);
            return;
        }
        if (!RaddleMemory.WATCHED && RaddleLocks.isPartOfLock(t, o)) return;
        long w = U.getLongVolatile(o, at);
        if (w < 0 || !RaddleMemory.mustOrdered(t, w) || !U.compareAndSetLong(o, at, w, t.epoch)) {
            releaseInto(t, o, at, t.epoch);
        }
        released(t, o);
    }

    /** What the thread does next is not part of what it has released. */
    static void released(RaddleThread t, Object o) {
        if (!RaddleLocks.isPartOfLock(t, o)) t.segment++;
        tick(t);
    }

    @DontInline
    static long releaseInto(RaddleThread t, Object o, long at, long epoch) {
        long w = together(t, o, hold(o, at), epoch);
        U.putLongRelease(o, at, w);
        return w;
    }

    /** A sync word for what {@code w} stands for, which the thread holds, and for the thread's epoch. */
    static long together(RaddleThread t, Object o, long w, long epoch) {
        if (w >= 0 && isOrdered(t, o, w)) return epoch;
        long both = RaddleNative.releaseInto(t.handle, w);
        catchUp(t);
        return both;
    }

    /**
     * Whether the thread has seen what the sync word {@code w} of {@code o} stands for; in must-order unless {@code
     * o} is part of a lock.
     */
    static boolean isOrdered(RaddleThread t, Object o, long w) {
        return RaddleMemory.mustOrdered(t, w) || RaddleLocks.isPartOfLock(t, o) && RaddleMemory.ordered(t, w);
    }

    /** A sync word that one thread holds, to exchange it together with something else. */
    private static final long HELD = -1;
    private static final int SPINS = 1 << 6;
    private static final int PATIENCE = 1 << 16;

    /** Takes a word. Between this and giving it back nothing runs that could wait. */
    static long hold(Object o, long at) {
        while (true) {
            long w = U.getLongVolatile(o, at);
            if (w == HELD) w = waitFor(o, at);
            if (w != HELD && U.compareAndSetLong(o, at, w, HELD)) return w;
        }
    }

    /**
     * The value of a sync word once no thread holds it. A holder that never gives it back was interrupted by an
     * error, such as a stack overflow: then nothing is known of the word any more.
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

    /** In event mode a sync word is the object's number. */
    static long number(Object o, long at) {
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

    /** What an optimistic reader reads may be torn, and is thrown away then: that is how it is meant. */
    static void optimisticRead(boolean begins) {
        RaddleThread t = recorded();
        if (t != null) t.optimistic = begins ? t.epoch : 0;
    }

    /** The garbage collector has found an object unreachable: all accesses to it are over. */
    static void dequeued() {
        RaddleThread t = recorded();
        if (t == null) return;
        t.synced++;
        RaddleNative.joinAll(t.handle);
        if (!RaddleMemory.EVENT_MODE) catchUp(t);
    }

    // Classes and finalizers.

    static void classInitialized(int number) {
        RaddleThread t = recorded();
        if (t != null) release(t, null, CLASSES + ((long) number << 3));
    }

    @ForceInline
    static void classUsed(RaddleThread t, int number) {
        long w = U.getLong(CLASSES + ((long) number << 3));
        if (w == 0) return;
        if (t.epoch == 0 && wake(t) == 0 || t.busy) return;
        if (w >>> CLASS_LIST_SHIFT == CLASS_LIST && w != HELD) ancestorsUsed(t, number, w & LIST);
        else acquire(t, null, CLASSES + ((long) number << 3));
    }

    /** A class without an initialiser is initialised with those above it: a list, to be looked up once. */
    private static final long LIST = (1L << CLASS_LIST_SHIFT) - 1;

    @DontInline
    private static void ancestorsUsed(RaddleThread t, int number, long list) {
        if (list == 0) {
            t.busy = true;
            try {
                list = RaddleNative.ancestors(number, RaddleNative.caller()) & LIST;
            } finally {
                t.busy = false;
            }
            if (list == 0) return;
        }
        for (int i = U.getInt(list); i > 0; i--) {
            acquire(t, null, CLASSES + ((long) U.getInt(list + ((long) i << 2)) << 3));
        }
    }

    private static final long INITIALISED = U.objectFieldOffset(Class.class, "$raddle$initialised");

    /** The thread has seen that a class is initialised, by other means than its code. */
    static void classSeen(Class<?> c) {
        RaddleThread t = recorded();
        if (t == null) return;
        int number = U.getInt(c, INITIALISED);
        if (number == 0) {
            t.busy = true;
            try {
                number = RaddleNative.initialisation(c);
            } finally {
                t.busy = false;
            }
            U.putInt(c, INITIALISED, number == 0 ? -1 : number);
        }
        if (number > 0) classUsed(t, number);
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
