package java.lang;

/**
 * The hooks that locks of {@code java.util.concurrent} call, listed with the others in
 * {@code crates/rewrite/src/hooks.rs}: when a lock is created, acquired and released, and in which mode. What a thread
 * holds is kept by {@link RaddleLocks}.
 */
public final class RaddleLockHooks {
    private RaddleLockHooks() {}

    public static void lockMade(Object lock) {
        if (Raddle.live) RaddleLocks.made(lock);
    }

    public static void queueMade(Object queue) {
        if (Raddle.live) RaddleLocks.queueMade(queue);
    }

    public static void owned(Object synchronizer, Object owner) {
        if (Raddle.live) RaddleLocks.owned(synchronizer, owner);
    }

    public static void trying() {
        if (Raddle.live) RaddleLocks.trying(true);
    }

    public static void tried() {
        if (Raddle.live) RaddleLocks.trying(false);
    }

    public static void readLocked(Object lock) {
        if (Raddle.live) RaddleLocks.taken(RaddleLocks.synchronizer(lock), RaddleLocks.SHARED);
    }

    public static void readTried(boolean done, Object lock) {
        if (!Raddle.live) return;
        RaddleLocks.trying(done);
        if (done) readLocked(lock);
    }

    public static void readUnlocked(Object lock) {
        if (Raddle.live) RaddleLocks.given(RaddleLocks.synchronizer(lock));
    }

    public static void stamped(long stamp, Object lock) {
        if (Raddle.live) RaddleLocks.stamped(stamp, lock);
    }

    public static void stampTried(long stamp, Object lock) {
        if (!Raddle.live) return;
        RaddleLocks.trying(stamp != 0);
        RaddleLocks.stamped(stamp, lock);
    }

    public static void stampConverted(long stamp, Object lock) {
        if (Raddle.live) RaddleLocks.converted(stamp, lock);
    }

    public static void unstamped(Object lock) {
        if (Raddle.live) RaddleLocks.given(lock);
    }

    public static void unstampTried(boolean done, Object lock) {
        if (Raddle.live && done) RaddleLocks.given(lock);
    }
}
