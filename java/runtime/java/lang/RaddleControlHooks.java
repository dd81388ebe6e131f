package java.lang;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.time.Duration;
import jdk.internal.misc.Unsafe;

/**
 * The hooks that rewritten code calls only where the schedule is controlled, listed with the others in
 * {@code crates/rewrite/src/hooks.rs}. What they do before {@link Raddle#live} is what the program would.
 */
public final class RaddleControlHooks {
    private RaddleControlHooks() {}

    private static final long START_NANOS = 1_000_000_000L;

    public static void beforeSwitchingCall(RaddleThread t, int site) {
        if (t == null) return;
        t.callSite = site;
        t.fresh = true;
    }

    public static void beforePlainCall(RaddleThread t, int site) {
        if (t == null) return;
        t.callSite = site;
        t.fresh = false;
    }

    public static void switchBeforeMonitorEnter(Object o, int site) {
        if (Raddle.on) RaddleSync.waiting();
        if (Raddle.live) RaddleControl.entering(o, site);
    }

    public static void switchBeforeFieldAccess(Object o, int site, int flags) {
        if (Raddle.live) RaddleControl.touching(o, site, flags);
    }

    public static void switchBeforeElementAccess(Object a, int i, int site, int flags) {
        if (Raddle.live) RaddleControl.touchingElement(a, i, site, flags);
    }

    public static void switchBeforeUnsafeAccess(Object o, long offset, int flags) {
        if (Raddle.live) RaddleControl.touchingAt(o, offset, flags);
    }

    public static void indivisibleBegins() {
        if (Raddle.live) RaddleControl.indivisible(1);
    }

    public static void indivisibleEnds() {
        if (Raddle.live) RaddleControl.indivisible(-1);
    }

    public static void sleep(long millis) throws InterruptedException {
        if (!Raddle.live || millis < 0 || !RaddleControl.isControlled()) Thread.sleep(millis);
        else RaddleControl.sleep(Math.max(1, nanos(millis, 0)));
    }

    public static void sleep(long millis, int nanos) throws InterruptedException {
        if (!Raddle.live || millis < 0 || nanos < 0 || nanos > 999_999 || !RaddleControl.isControlled()) {
            Thread.sleep(millis, nanos);
        } else {
            RaddleControl.sleep(Math.max(1, nanos(millis, nanos)));
        }
    }

    public static void sleep(Duration duration) throws InterruptedException {
        boolean isForEver = duration.compareTo(Duration.ofDays(10_000)) > 0;
        long nanos = isForEver ? Long.MAX_VALUE : Math.max(0, duration.toNanos());
        if (!Raddle.live || !RaddleControl.isControlled()) Thread.sleep(nanos / 1_000_000, (int) (nanos % 1_000_000));
        else RaddleControl.sleep(Math.max(1, nanos));
    }

    /** A wait of which the schedule decides when it is over. */
    static void controlledWait(Object o, long millis, int nanos) throws InterruptedException {
        if (Raddle.on) RaddleMonitors.beforeWait(o);
        boolean interrupted;
        try {
            interrupted = RaddleControl.waitAt(o, nanos(millis, nanos));
        } finally {
            if (Raddle.on) RaddleMonitors.afterWait(o);
        }
        if (!interrupted) return;
        RaddleControl.clearInterrupt(RaddleSync.current());
        throw new InterruptedException();
    }

    private static long nanos(long millis, int nanos) {
        return millis > Long.MAX_VALUE / 1_000_000 - 1 ? 0 : millis * 1_000_000 + nanos;
    }

    public static void yieldTurn() {
        if (Raddle.live) RaddleControl.yielding(false);
        else Thread.yield();
    }

    public static void spin() {
        if (Raddle.live) RaddleControl.yielding(true);
        else Thread.onSpinWait();
    }

    /** While the JVM starts, the JDK makes seeds of the time. */
    public static long nanoTime() {
        return Raddle.live ? RaddleControl.nanoTime() : START_NANOS;
    }

    public static long currentTimeMillis() {
        return Raddle.live ? RaddleControl.currentTimeMillis() : System.currentTimeMillis();
    }

    public static long getNanoTimeAdjustment(long seconds) {
        return Raddle.live ? RaddleControl.adjustment(seconds) : jdk.internal.misc.VM.getNanoTimeAdjustment(seconds);
    }

    public static void notifyOne(Object o) {
        if (Raddle.live) RaddleControl.notify(o, false);
        o.notify();
    }

    public static void notifyEach(Object o) {
        if (Raddle.live) RaddleControl.notify(o, true);
        o.notifyAll();
    }

    public static void park(Object unsafe, boolean isAbsolute, long time) {
        Unsafe u = (Unsafe) unsafe;
        if (Raddle.live) RaddleControl.park(u, isAbsolute, time);
        else u.park(isAbsolute, time);
    }

    public static void unpark(Object unsafe, Object thread) {
        Unsafe u = (Unsafe) unsafe;
        if (Raddle.live) RaddleControl.unpark(u, thread);
        else u.unpark(thread);
    }

    public static void threadGone(Thread thread) {
        if (Raddle.live) RaddleControl.gone(thread);
    }

    public static void uncaughtException(Thread thread, Throwable thrown) {
        if (Raddle.live) RaddleControl.uncaught(thread, thrown);
    }

    public static void switchBeforeInterruptCheck(int site) {
        if (Raddle.live) RaddleControl.asking(Thread.currentThread(), site);
    }

    public static void switchBeforeInterruptCheck(Object o, int site) {
        if (Raddle.live && o instanceof Thread) RaddleControl.asking((Thread) o, site);
    }

    public static Thread.State stateOf(Thread.State real, Thread thread) {
        return Raddle.live ? RaddleControl.stateOf(real, thread) : real;
    }

    public static long threadNumber(long real, Thread thread) {
        return Raddle.live ? RaddleControl.threadNumber(real, thread) : real;
    }

    public static Method[] orderMethods(Method[] methods) {
        return (Method[]) RaddleOrder.sort(methods);
    }

    public static Constructor<?>[] orderConstructors(Constructor<?>[] constructors) {
        return (Constructor<?>[]) RaddleOrder.sort(constructors);
    }

    /** What comes from the system's source of chance. */
    public static byte[] drawn(byte[] bytes) {
        draw(bytes);
        return bytes;
    }

    public static void draw(byte[] bytes) {
        if (Raddle.live && bytes != null && RaddleControl.isControlled()) RaddleChance.draw(bytes);
    }

    public static void beforeExit(int status) {
        if (Raddle.live && RaddleControl.ON) RaddleControl.exiting(status);
    }
}
