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

    /**
     * Where there is stack for entering a monitor and so many frames more, there will be for leaving it: a
     * few if both are compiled or both are not. What has run out of stack once may do so again.
     */
    private static final int FEW_LEVELS = 3;
    private static final int MANY_LEVELS = 20;

    @DontInline
    private static int needStack(int levels) {
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

    /** The thread has been given the monitor; if it had it before, nothing is ordered and nothing changes. */
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
        int held = find(t, number);
        if (held >= 0 && !Raddle.lostExit) {
            t.entered[held]++;
            return;
        }
        needStack(Raddle.lostExit ? MANY_LEVELS : FEW_LEVELS);
        RaddleSync.acquire(t, holder, wordAt(holder, o));
        RaddleSync.tick(t);
        log(t, t.locks + 1, number, site);
        push(t, number);
    }

    @DontInline
    static void monitorExit(Object o) {
        if (o == null) return;
        RaddleThread t = RaddleSync.recorded();
        if (t == null) return;
        Object holder = lockHolder(t, o);
        int number = lockNumber(holder, o);
        if (RaddleMemory.PURE) {
            RaddleNative.sync(t.handle, number, UNLOCK, 0);
            return;
        }
        int held = find(t, number);
        if (held >= 0 && --t.entered[held] > 0 && !Raddle.lostExit) return;
        // Not one that the thread was seen entering: it did so before anything was recorded.
        if (held < 0) held = t.locks;
        leave(t, holder, wordAt(holder, o));
        log(t, -held - 1, 0, 0);
        t.locks = held;
    }

    private static void leave(RaddleThread t, Object holder, long at) {
        U.putLongRelease(holder, at, t.epoch);
        RaddleSync.tick(t);
    }

    /** How far down a monitor is looked for that a thread might be in already; entering it twice is allowed. */
    private static final int REACH = 16;

    /** Where among the monitors that the thread is in this one is, or -1. */
    private static int find(RaddleThread t, int number) {
        int[] held = t.held;
        for (int i = t.locks - 1, end = Math.max(0, t.locks - REACH); i >= end; i--) {
            if (held[i] == number) return i;
        }
        return -1;
    }

    /** The last step: what fails before it has not entered the monitor. */
    private static void push(RaddleThread t, int number) {
        int at = t.locks;
        if (t.held == null || at == t.held.length) deepen(t, at);
        t.held[at] = number;
        t.entered[at] = 1;
        t.locks = at + 1;
    }

    @DontInline
    private static void deepen(RaddleThread t, int at) {
        int[] held = new int[at + REACH];
        int[] entered = new int[at + REACH];
        for (int i = 0; i < at; i++) {
            held[i] = t.held[i];
            entered[i] = t.entered[i];
        }
        t.entered = entered;
        t.held = held;
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
        if (t == null) return;
        Object holder = lockHolder(t, o);
        if (RaddleMemory.PURE) RaddleNative.sync(t.handle, lockNumber(holder, o), LEAVE, 0);
        else leave(t, holder, wordAt(holder, o));
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
