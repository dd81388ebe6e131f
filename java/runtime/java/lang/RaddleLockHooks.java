package java.lang;

import static java.lang.RaddleConstants.*;

/**
 * The hooks that locks of {@code java.util.concurrent} call, listed with the others in
 * {@code crates/rewrite/src/hooks.rs}: when a lock is created, acquired and released, and in which mode. What a thread
 * holds is kept by {@link RaddleLocks}.
 */
public final class RaddleLockHooks {
    private RaddleLockHooks() {}

    public static void lockCreated(Object lock) {
        if (Raddle.live) RaddleLocks.made(lock);
    }

    public static void queueCreated(Object queue) {
        if (Raddle.live) RaddleLocks.queueMade(queue);
    }

    public static void beforeOwnerChange(Object synchronizer, Object owner) {
        if (Raddle.live) RaddleLocks.owned(synchronizer, owner);
    }

    public static void beforeTryLock() {
        if (Raddle.live) RaddleLocks.trying(true);
    }

    public static void afterTryLock() {
        if (Raddle.live) RaddleLocks.trying(false);
    }

    public static void readLocked(Object lock) {
        if (Raddle.live) RaddleLocks.taken(RaddleLocks.synchronizer(lock), LOCK_SHARED);
    }

    public static void afterTryReadLock(boolean done, Object lock) {
        if (!Raddle.live) return;
        RaddleLocks.trying(done);
        if (done) readLocked(lock);
    }

    public static void readUnlocked(Object lock) {
        if (Raddle.live) RaddleLocks.given(RaddleLocks.synchronizer(lock));
    }

    public static void stampLocked(long stamp, Object lock) {
        if (Raddle.live) RaddleLocks.stamped(stamp, lock);
    }

    public static void afterTryStampLock(long stamp, Object lock) {
        if (!Raddle.live) return;
        RaddleLocks.trying(stamp != 0);
        RaddleLocks.stamped(stamp, lock);
    }

    public static void stampConverted(long stamp, Object lock) {
        if (Raddle.live) RaddleLocks.converted(stamp, lock);
    }

    public static void stampUnlocked(Object lock) {
        if (Raddle.live) RaddleLocks.given(lock);
    }

    public static void afterTryStampUnlock(boolean done, Object lock) {
        if (Raddle.live && done) RaddleLocks.given(lock);
    }
}
