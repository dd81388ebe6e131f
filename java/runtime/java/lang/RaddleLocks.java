package java.lang;

import static java.lang.RaddleConstants.*;

import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;

/**
 * The locks that a thread holds: monitors, and those of {@code java.util.concurrent}. What the latter order follows
 * from their volatile fields like everything else there; here is which thread has them, since when and how. A
 * thread writes its own holdings only; the agent reads them while it waits.
 */
final class RaddleLocks {
    private RaddleLocks() {}

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long CLASS_LOCK = U.objectFieldOffset(Class.class, "$raddle$lock");
    private static final long CLASS_NUMBER = U.objectFieldOffset(Class.class, "$raddle$number");
    private static final long MONITOR_WORD = U.objectFieldOffset(RaddleShadow.class, "monitorWord");
    private static final long LOCK_NUMBER = U.objectFieldOffset(RaddleShadow.class, "lockNumber");

    // Names.

    /** The holder of the sync word of an object's monitor: the object itself, or its shadow. */
    static Object holder(RaddleThread t, Object o) {
        Class<?> c = o.getClass();
        int at = U.getInt(c, CLASS_LOCK);
        if (at == 0) at = offset(t, c);
        return at > 0 ? o : RaddleShadow.of(o);
    }

    /** The same, where a place in the program locks what it may well have locked the last time. */
    static Object holder(RaddleThread t, Object o, int site) {
        if (U.getInt(o.getClass(), CLASS_LOCK) >= 0) return holder(t, o);
        RaddleShadow[] lastly = t.lockShadows;
        if (lastly == null) t.lockShadows = lastly = new RaddleShadow[FEW_SHADOWS];
        int i = site & FEW_SHADOWS - 1;
        RaddleShadow s = lastly[i];
        if (s == null || !s.refersTo(o)) lastly[i] = s = RaddleShadow.of(o);
        return s;
    }

    /** What a thread keeps: shadows refer to their objects weakly. */
    private static final int FEW_SHADOWS = 1 << 4;

    static long wordAt(Object holder, Object o) {
        return holder == o ? U.getInt(o.getClass(), CLASS_LOCK) : MONITOR_WORD;
    }

    /** The lock's number, which reports call it by. Before there is one: less than 0, by how it was {@link #born}. */
    static int number(Object holder, Object o) {
        long at = numberAt(holder, o);
        int number = U.getInt(holder, at);
        if (number > 0) return number;
        return number == HIDDEN ? 0 : name(holder, at, o, number);
    }

    /**
     * Instead of the number of a lock with which a queue guards itself: no other code can take it, and what it
     * orders is what the queue orders.
     */
    private static final int HIDDEN = Integer.MIN_VALUE;
    private static final String[] INNER_LOCKS = {"lock", "takeLock", "putLock"};

    static void queueMade(Object queue) {
        RaddleThread t = RaddleSync.current();
        if (t.busy) return;
        t.busy = true;
        try {
            for (int i = 0; i < INNER_LOCKS.length; i++) hide(t, queue, INNER_LOCKS[i]);
        } finally {
            t.busy = false;
        }
    }

    private static void hide(RaddleThread t, Object queue, String field) {
        Class<?> c = queue.getClass();
        while (!RaddleNative.declares(c, field)) {
            c = c.getSuperclass();
            if (c == null) return;
        }
        Object lock = U.getReference(queue, U.objectFieldOffset(c, field));
        if (!(lock instanceof ReentrantLock)) return;
        Object sync = U.getReference(lock, U.objectFieldOffset(ReentrantLock.class, "sync"));
        Object holder = holder(t, sync);
        U.putInt(holder, numberAt(holder, sync), HIDDEN);
    }

    private static boolean isHidden(Object lock) {
        int at = U.getInt(lock.getClass(), CLASS_NUMBER) & ~OF_LOCKS;
        return at != 0 && U.getInt(lock, at) == HIDDEN;
    }

    private static long numberAt(Object holder, Object o) {
        return holder == o ? U.getInt(o.getClass(), CLASS_NUMBER) & ~OF_LOCKS : LOCK_NUMBER;
    }

    @DontInline
    private static int name(Object holder, long at, Object o, int made) {
        RaddleThread t = RaddleSync.current();
        int number = RaddleNative.lockNumber(o.getClass(), -made & (1 << SITE_BITS) - 1);
        if (!U.compareAndSetInt(holder, at, made, number)) return U.getInt(holder, at);
        if (t.locks > 0 && -made >>> SITE_BITS == section(t)) t.ownLock = number;
        return number;
    }

    /**
     * The allocation site of a lock and, if the thread held locks then, a hash of the thread and of its current
     * section under the outermost of them. A lock that it created in this section and takes for the first time is
     * not shared yet.
     */
    private static int born(RaddleThread t, int site) {
        return -(site | (t.locks > 0 ? section(t) << SITE_BITS : 0));
    }

    private static int section(RaddleThread t) {
        int mark = (int) (mix(t.id, t.sections) >>> 32) & (1 << 31 - SITE_BITS) - 1;
        return mark == 0 ? 1 : mark;
    }

    private static int offset(RaddleThread t, Class<?> c) {
        boolean busy = t.busy;
        t.busy = true;
        try {
            Class<?> declaring = RaddleNative.lockClass(c);
            int at = isNode(c) ? PART_OF_LOCK : NO_LOCK;
            if (declaring != null) {
                U.putInt(c, CLASS_NUMBER, (int) U.objectFieldOffset(declaring, "$raddle$id"));
                U.storeFence();
                at = (int) U.objectFieldOffset(declaring, "$raddle$m");
            }
            U.putInt(c, CLASS_LOCK, at);
            return at;
        } finally {
            t.busy = busy;
        }
    }

    // Of a class: what is known of locks among its objects, instead of where the sync words of their monitors are.
    private static final int NO_LOCK = -1;
    private static final int PART_OF_LOCK = -2;
    /** Of a class, beside where the numbers are: its objects have been seen to be locks. */
    private static final int OF_LOCKS = 1 << 30;

    /** Whether lock edges are kept apart from the rest. */
    private static final boolean APART = RaddleNative.lockOrder() || RaddleMemory.EVENT_MODE;

    /** Whether an acquire through this object is a lock edge. */
    static boolean isPartOfLock(RaddleThread t, Object o) {
        if (o == null || !APART) return false;
        Class<?> c = o.getClass();
        int at = U.getInt(c, CLASS_LOCK);
        if (at == 0) at = offset(t, c);
        return at > 0 ? (U.getInt(c, CLASS_NUMBER) & OF_LOCKS) != 0 && !isHidden(o) : at == PART_OF_LOCK;
    }

    /** Of a queue of waiting threads: it orders nothing that the state of the synchronizer does not. */
    private static boolean isNode(Class<?> c) {
        String name = c.getName();
        return name.startsWith("java.util.concurrent.locks.") && name.endsWith("Node");
    }

    /** A lock of {@code java.util.concurrent} was made, by the call that led there. */
    static void made(Object lock) {
        RaddleThread t = RaddleSync.current();
        if (t.callSite != 0) made(lock, t, t.callSite);
    }

    /** Classes whose objects are not known to be locked have no room for this, and nothing is done. */
    @ForceInline
    static void made(Object o, int site) {
        if (U.getInt(o.getClass(), CLASS_LOCK) > NO_LOCK) made(o, RaddleSync.current(), site);
    }

    private static void made(Object o, RaddleThread t, int site) {
        if (t.busy) return;
        Class<?> c = o.getClass();
        int at = U.getInt(c, CLASS_LOCK);
        if (at == 0) at = offset(t, c);
        if (at > 0) U.putInt(o, U.getInt(c, CLASS_NUMBER) & ~OF_LOCKS, born(t, site));
    }

    /** A plain {@code Object} is used for little else than to be locked. */
    static void madePlain(Object o, int site) {
        RaddleThread t = RaddleSync.current();
        if (!t.busy) RaddleShadow.of(o).lockNumber = born(t, site);
    }

    // What is held.

    /** How far down a lock is looked for that a thread might hold already. */
    private static final int REACH = 16;

    /** Where among the locks that the thread holds this one is, or -1. */
    static int find(RaddleThread t, Object lock) {
        Object[] held = t.heldObjects;
        for (int i = t.locks - 1, end = Math.max(0, t.locks - REACH); i >= end; i--) {
            if (held[i] == lock) return i;
        }
        return -1;
    }

    /** The same, however deep it is. */
    private static int findDeep(RaddleThread t, Object lock) {
        int i = find(t, lock);
        if (i >= 0) return i;
        for (i = t.locks - REACH - 1; i >= 0 && t.heldObjects[i] != lock; i--) {}
        return i < 0 ? -1 : i;
    }

    /** {@code at}: the site, and how. What fails before the last step has not taken the lock. */
    static void push(RaddleThread t, Object lock, Object words, int number, int at) {
        int top = t.locks;
        if (top == 0) t.sections++;
        else if ((at & LOCK_TRIED) == 0 && number != t.ownLock && top <= MOST_OUTER) nested(t, number, at);
        t.ownLock = 0;
        if (t.held == null || top == t.held.length) deepen(t, top);
        log(t, top + 1, number, at);
        t.heldObjects[top] = lock;
        t.heldWords[top] = words;
        t.held[top] = number;
        t.heldAt[top] = at;
        t.entered[top] = 1;
        t.locks = top + 1;
    }

    /** Locks need not be released in reverse order: those taken later move down. */
    static void drop(RaddleThread t, int index) {
        log(t, -index - 1, 0, 0);
        int last = --t.locks;
        for (int i = index; i < last; i++) {
            t.heldObjects[i] = t.heldObjects[i + 1];
            t.heldWords[i] = t.heldWords[i + 1];
            t.held[i] = t.held[i + 1];
            t.heldAt[i] = t.heldAt[i + 1];
            t.entered[i] = t.entered[i + 1];
            log(t, i + 1, t.held[i], t.heldAt[i]);
        }
        t.heldObjects[last] = null;
        t.heldWords[last] = null;
    }

    /** Monitors whose exit was not recorded. */
    static void dropAbove(RaddleThread t, int index) {
        while (t.locks > index + 1) drop(t, t.locks - 1);
    }

    @DontInline
    private static void deepen(RaddleThread t, int top) {
        t.heldObjects = longer(t.heldObjects, top);
        t.heldWords = longer(t.heldWords, top);
        t.entered = longer(t.entered, top);
        t.heldAt = longer(t.heldAt, top);
        t.held = longer(t.held, top);
    }

    private static Object[] longer(Object[] items, int length) {
        Object[] more = new Object[length + REACH];
        for (int i = 0; i < length; i++) more[i] = items[i];
        return more;
    }

    private static int[] longer(int[] items, int length) {
        int[] more = new int[length + REACH];
        for (int i = 0; i < length; i++) more[i] = items[i];
        return more;
    }

    static void log(RaddleThread t, int depth, int number, int at) {
        if (t.epoch == 0) return;
        if (RaddleMemory.EVENT_MODE || !RaddleMemory.WATCHED) {
            t.logged++;
            return;
        }
        long entry = t.log + LOG_HEAD + ((long) (t.logged & LOG_ENTRIES - 1) << LOG_ENTRY_BITS);
        U.putInt(entry + LOG_CLOCK, RaddleMemory.clock(t.epoch));
        U.putInt(entry + LOG_DEPTH, depth);
        U.putInt(entry + LOG_LOCK, number);
        U.putInt(entry + LOG_AT, at);
        U.putIntRelease(null, t.log, ++t.logged);
    }

    // Nested acquisitions.

    private static final boolean NESTS = RaddleNative.lockOrder();
    /** Entries of a thread's table of what it has reported; it grows while different ones displace each other. */
    private static final int FEW_NESTS = 1 << 7;
    private static final int MANY_NESTS = 1 << 12;
    /** Deeper nesting is ignored: each report goes through all held locks. */
    private static final int MOST_OUTER = 1 << 7;
    /** So often the same locks at the same places are reported: the agent keeps a few points only. */
    private static final int ENOUGH = 16;

    /**
     * The thread has waited for a lock while it held others. A repetition at the same places is nothing new, unless
     * the thread has released or acquired something meanwhile by other means than locks.
     */
    static void nested(RaddleThread t, int number, int at) {
        if (!NESTS || t.epoch == 0) return;
        long key = mix(number, at);
        for (int i = 0; i < t.locks; i++) key = mix(key ^ t.held[i], t.heldAt[i]);
        if (t.nestedKnown == null) t.nestedKnown = new long[FEW_NESTS * 2];
        int i = nest(t, key);
        long times = 0;
        if (t.nestedKnown[i] == key) {
            times = t.nestedKnown[i + 1] & ENOUGH * 2 - 1;
            if (times == ENOUGH || t.nestedKnown[i + 1] >>> 5 == t.segment) return;
        } else if (t.nestedKnown[i] != 0
                && ++t.displaced > t.nestedKnown.length
                && t.nestedKnown.length < MANY_NESTS * 2) {
            t.displaced = 0;
            t.nestedKnown = new long[t.nestedKnown.length * 2];
            i = nest(t, key);
        }
        t.nestedKnown[i] = key;
        t.nestedKnown[i + 1] = (long) t.segment << 5 | times + 1;
        RaddleNative.nested(t.handle, t.held, t.heldAt, t.locks, number, at);
    }

    /** Where a key is or goes: in one of two places, so that two alike do not displace each other each time. */
    private static int nest(RaddleThread t, long key) {
        long[] nests = t.nestedKnown;
        int first = (int) (key >>> 40) & nests.length - 2;
        int second = first ^ 2;
        if (nests[first] == key || nests[first] == 0) return first;
        return nests[second] == key || nests[second] == 0 || (t.displaced & 1) != 0 ? second : first;
    }

    private static long mix(long a, int b) {
        long h = (a * 0x9E3779B97F4A7C15L ^ b) * 0xC2B2AE3D27D4EB4FL;
        return h ^ h >>> 29;
    }

    // Locks of java.util.concurrent.

    /** The current thread, if it is not inside Raddle; holdings count before anything is recorded. */
    private static RaddleThread holding() {
        RaddleThread t = RaddleSync.current();
        if (t.busy || t.ended) return null;
        if (t.epoch == 0) RaddleSync.wake(t);
        return t;
    }

    /** The thread is recorded from now on, with what it holds already. */
    static void recorded(RaddleThread t) {
        for (int i = 0; i < t.locks; i++) {
            log(t, i + 1, t.held[i], t.heldAt[i]);
            if (RaddleMemory.EVENT_MODE) RaddleSync.emit(t, t.held[i], SYNC_LOCK, t.heldAt[i]);
        }
    }

    /** The current thread has taken the lock, or one more time. */
    static void taken(Object lock, int how) {
        RaddleThread t = holding();
        if (t == null) return;
        if (t.trying) how |= LOCK_TRIED;
        t.trying = false;
        int held = find(t, lock);
        if (held >= 0) {
            t.entered[held]++;
            return;
        }
        Object holder = holder(t, lock);
        int number = number(holder, lock);
        if (number == 0) return;
        if (holder == lock) markLocks(lock.getClass());
        if (t.epoch != 0) {
            if (RaddleMemory.EVENT_MODE) RaddleSync.emit(t, number, SYNC_LOCK, t.callSite | how);
            if (RaddleMemory.WATCHED) RaddleSync.tick(t);
        }
        push(t, lock, holder, number, t.callSite | how);
    }

    private static void markLocks(Class<?> c) {
        int at = U.getInt(c, CLASS_NUMBER);
        if ((at & OF_LOCKS) == 0) U.putInt(c, CLASS_NUMBER, at | OF_LOCKS);
    }

    /** The current thread releases the lock, or holds it one time less. */
    static void given(Object lock) {
        RaddleThread t = holding();
        if (t == null) return;
        int held = findDeep(t, lock);
        if (held < 0) {
            int number = number(holder(t, lock), lock);
            // Another thread may have taken it: then its owner is not known.
            if (number != 0) RaddleNative.lockShared(number);
            return;
        }
        if (--t.entered[held] > 0) return;
        if (t.epoch != 0) {
            if (RaddleMemory.EVENT_MODE) RaddleSync.emit(t, t.held[held], SYNC_UNLOCK, 0);
            if (RaddleMemory.WATCHED) RaddleSync.tick(t);
        }
        drop(t, held);
    }

    /** The owner of a synchronizer changes, to the current thread or to none. */
    static void owned(Object sync, Object owner) {
        if (owner == null) given(sync);
        else if (owner == Thread.currentThread()) taken(sync, isOfJdk(sync) ? 0 : LOCK_UNCERTAIN);
    }

    /** A synchronizer of the program's own may be wrong. */
    private static boolean isOfJdk(Object sync) {
        return sync.getClass().getClassLoader0() == null;
    }

    static void trying(boolean begins) {
        RaddleSync.current().trying = begins;
    }

    /** As in {@code StampedLock}: what a stamp says of how the lock is held. */
    private static final long WRITE_STAMP = 1L << 7;
    private static final long READ_STAMP = WRITE_STAMP - 1;

    static void stamped(long stamp, Object lock) {
        if ((stamp & WRITE_STAMP) != 0) taken(lock, LOCK_UNCERTAIN);
        else if ((stamp & READ_STAMP) != 0) taken(lock, LOCK_SHARED | LOCK_UNCERTAIN);
    }

    static void converted(long stamp, Object lock) {
        if (stamp == 0) return;
        RaddleThread t = holding();
        if (t == null) return;
        int held = find(t, lock);
        boolean wasShared = held >= 0 && (t.heldAt[held] & LOCK_SHARED) != 0;
        boolean isHeld = (stamp & (WRITE_STAMP | READ_STAMP)) != 0;
        if (held >= 0 && isHeld && wasShared == ((stamp & WRITE_STAMP) == 0)) return;
        if (held >= 0) given(lock);
        t.trying = true;
        if (isHeld) stamped(stamp, lock);
        t.trying = false;
    }

    /** The synchronizer behind a read lock, which stands for it. */
    static Object synchronizer(Object readLock) {
        return U.getReference(readLock, ReadLocks.SYNC);
    }

    private static final class ReadLocks {
        static final long SYNC = U.objectFieldOffset(ReentrantReadWriteLock.ReadLock.class, "sync");
    }
}
