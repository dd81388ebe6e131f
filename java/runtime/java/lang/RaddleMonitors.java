package java.lang;

import static java.lang.RaddleConstants.*;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Monitors: what entering and leaving orders, and the log of what was held when. A thread that holds a monitor is
 * the only one that accesses its sync word.
 */
final class RaddleMonitors {
    private RaddleMonitors() {}

    private static final Unsafe U = Unsafe.getUnsafe();

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

    /** The thread has been given the monitor; if it had it before, nothing is ordered and nothing changes. */
    @DontInline
    static void monitorEnter(Object o, int site) {
        RaddleThread t = RaddleSync.recorded();
        if (t == null) return;
        int held = RaddleLocks.find(t, o);
        if (held >= 0 && !Raddle.lostExit) {
            t.entered[held]++;
            return;
        }
        needStack(Raddle.lostExit ? MANY_LEVELS : FEW_LEVELS);
        // In the JDK's code it is the program's call that counts.
        if (site == 0) site = t.callSite;
        Object words = RaddleLocks.holder(t, o, site);
        int number = RaddleLocks.number(words, o);
        enter(t, o, words, number, site, SYNC_LOCK);
        RaddleLocks.push(t, o, words, number, site);
    }

    @DontInline
    static void monitorExit(Object o) {
        if (o == null) return;
        RaddleThread t = RaddleSync.recorded();
        if (t == null) return;
        int held = RaddleLocks.find(t, o);
        if (held >= 0 && --t.entered[held] > 0 && !Raddle.lostExit) return;
        leave(t, o, held, SYNC_UNLOCK);
        // If not held, the thread has it from before anything was recorded.
        if (held < 0) return;
        if (Raddle.lostExit) RaddleLocks.dropAbove(t, held);
        RaddleLocks.drop(t, held);
    }

    private static void enter(RaddleThread t, Object o, Object words, int number, int site, int what) {
        if (RaddleMemory.EVENT_MODE) {
            RaddleSync.emit(t, number, what, site);
        } else if (RaddleMemory.WATCHED) {
            RaddleSync.acquireByLock(t, words, RaddleLocks.wordAt(words, o));
            RaddleSync.tick(t);
        }
    }

    private static void leave(RaddleThread t, Object o, int held, int what) {
        Object words = held >= 0 ? t.heldWords[held] : RaddleLocks.holder(t, o);
        if (RaddleMemory.EVENT_MODE) {
            RaddleSync.emit(t, RaddleLocks.number(words, o), what, 0);
        } else if (RaddleMemory.WATCHED) {
            U.putLongRelease(words, RaddleLocks.wordAt(words, o), t.epoch);
            RaddleSync.tick(t);
        }
    }

    static void beforeWait(Object o) {
        if (o == null || !Thread.holdsLock(o)) return;
        RaddleThread t = RaddleSync.recorded();
        if (t != null) leave(t, o, RaddleLocks.find(t, o), SYNC_LEAVE);
    }

    static void afterWait(Object o) {
        if (o == null || !Thread.holdsLock(o)) return;
        RaddleThread t = RaddleSync.recorded();
        if (t == null) return;
        int held = RaddleLocks.find(t, o);
        Object words = held >= 0 ? t.heldWords[held] : RaddleLocks.holder(t, o);
        int number = RaddleLocks.number(words, o);
        enter(t, o, words, number, held < 0 ? 0 : t.heldAt[held], SYNC_RETURN);
        // It had to wait to get in again, with all else that it holds.
        if (t.locks > 1 && held >= 0) RaddleLocks.nested(t, number, t.heldAt[held]);
    }
}
