package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Monitors: what entering and leaving orders, and the log of what was held when. A thread that holds a
 * monitor is the only one that touches its word.
 */
final class RaddleMonitors {
    private RaddleMonitors() {}

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long CLASS_LOCK = U.objectFieldOffset(Class.class, "$raddle$lock");
    private static final long CLASS_NUMBER = U.objectFieldOffset(Class.class, "$raddle$number");
    private static final long MONITOR_WORD = U.objectFieldOffset(RaddleShadow.class, "monitorWord");
    private static final long LOCK_NUMBER = U.objectFieldOffset(RaddleShadow.class, "lockNumber");

    /** The lock log: clock, depth (negative for a release), lock number, site; four ints each. */
    static final int LOG_ENTRIES = 1 << 12;

    /** What happened, as {@link RaddleNative#sync} takes it. */
    private static final int LOCK = 2;
    private static final int UNLOCK = 3;
    private static final int LEAVE = 4;
    private static final int RETURN = 5;

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
        RaddleThread t = RaddleSync.recorded();
        if (t == null) return;
        Object holder = lockHolder(t, o);
        int number = lockNumber(holder, o);
        if (RaddleMemory.PURE) {
            RaddleNative.sync(t.handle, number, LOCK, site);
            return;
        }
        RaddleSync.acquire(t, holder, wordAt(holder, o));
        RaddleSync.tick(t);
        log(t, ++t.locks, number, site);
    }

    @DontInline
    static void monitorExit(Object o) {
        if (o == null) return;
        RaddleThread t = RaddleSync.recorded();
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
        U.putLongRelease(holder, wordAt(holder, o), t.epoch);
        RaddleSync.tick(t);
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
        RaddleThread t = RaddleSync.recorded();
        if (t != null) unlock(t, o, LEAVE);
    }

    static void afterWait(Object o) {
        if (o == null || !Thread.holdsLock(o)) return;
        RaddleThread t = RaddleSync.recorded();
        if (t == null) return;
        Object holder = lockHolder(t, o);
        if (RaddleMemory.PURE) {
            RaddleNative.sync(t.handle, lockNumber(holder, o), RETURN, 0);
            return;
        }
        RaddleSync.acquire(t, holder, wordAt(holder, o));
        RaddleSync.tick(t);
    }
}
