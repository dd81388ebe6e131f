package java.lang;

import static java.lang.RaddleConstants.*;

import java.lang.invoke.RaddleProfile;
import java.lang.reflect.Field;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.Stable;

/**
 * The hooks that rewritten code calls; those of controlled schedules alone are in {@link RaddleControlHooks}, those in the
 * locks of {@code java.util.concurrent} in {@link RaddleLockHooks}. Their names and descriptors are listed once, in
 * {@code crates/rewrite/src/hooks.rs}; a test holds the two together.
 *
 * Rewritten JDK code calls in here from the first instruction of the JVM's life, so this class has no
 * static initialiser, {@link #current} has no answer until {@link #live}, and every hook returns at once
 * until {@link #on}. That is set by the first {@code Thread.start}: what happened before it
 * happens-before all that any other thread does.
 */
public final class Raddle {
    private Raddle() {}

    @Stable static boolean on;
    /** Set once the JVM has started: the JVM's own threads do not count. */
    @Stable static boolean live;

    /** Called by the agent once Java code can run freely. If this fails, Raddle stays out of the way. */
    static void begin() {
        RaddleThread t = RaddleSync.current();
        RaddleSites.get(0);
        RaddleProfile.rare(null);
        RaddleShadow.of(t);
        live = true;
        if (RaddleControl.ON && RaddleNative.beginsAlone()) RaddleControl.begin();
    }

    @ForceInline
    public static RaddleThread current() {
        return live ? RaddleSync.current() : null;
    }

    // Memory. If a shadow word is already of this thread's epoch, there is nothing to do.

    @ForceInline
    public static void afterFieldRead(Object o, RaddleThread t, int site) {
        if (!on || t == null) return;
        long d = RaddleSites.get(site);
        if (d > 0) {
            long e = t.epoch;
            if (e != 0 && (RaddleMemory.same(o, d >>> 32, e) || RaddleMemory.same(o, (int) d, e))) return;
            RaddleProfile.rare(RaddleSites.misses(site));
        }
        if (d != RaddleMemory.SKIP) RaddleMemory.readField(o, t, site, d);
    }

    @ForceInline
    public static void beforeFieldWrite(Object o, RaddleThread t, int site) {
        if (!on || t == null || o == null) return;
        long d = RaddleSites.get(site);
        if (d > 0) {
            long e = t.epoch;
            if (e != 0 && RaddleMemory.same(o, d >>> 32, e)) return;
            RaddleProfile.rare(RaddleSites.misses(site));
        }
        if (d != RaddleMemory.SKIP) RaddleMemory.writeField(o, t, site, d);
    }

    @ForceInline
    public static long unescapedWrite(RaddleThread t, int site) {
        if (!on || t == null) return 0;
        long e = t.epoch;
        if (e == 0 && (e = RaddleSync.wake(t)) == 0) return 0;
        return e + site;
    }

    @ForceInline
    public static void afterStaticRead(RaddleThread t, int site) {
        if (!on || t == null) return;
        long d = RaddleSites.get(site);
        if (d > 0) {
            long e = t.epoch;
            if (e != 0 && (RaddleMemory.same(null, d + STATIC_WRITE, e) || RaddleMemory.same(null, d, e))) return;
            RaddleProfile.rare(RaddleSites.misses(site));
        }
        if (d != RaddleMemory.SKIP) RaddleMemory.readStatic(t, site, d);
    }

    @ForceInline
    public static void beforeStaticWrite(RaddleThread t, int site) {
        if (!on || t == null) return;
        long d = RaddleSites.get(site);
        if (d > 0) {
            long e = t.epoch;
            if (e != 0 && RaddleMemory.same(null, d + STATIC_WRITE, e)) return;
            RaddleProfile.rare(RaddleSites.misses(site));
        }
        if (d != RaddleMemory.SKIP) RaddleMemory.writeStatic(t, site, d);
    }

    /**
     * {@code v}: this thread's access cache of {@code known}, if that is not null. Gives its cache of {@code a}.
     */
    @ForceInline
    public static RaddleAccessCache beforeArrayRead(
            Object a, int i, Object known, RaddleAccessCache v, RaddleThread t, int site) {
        if (!on) return null;
        if (a != known) v = RaddleAccessCache.recent(a, t, site);
        return v != null && v.hasRecorded(i, t.epoch) ? v : RaddleBlocks.read(a, i, v, t, site);
    }

    @ForceInline
    public static RaddleAccessCache beforeArrayWrite(
            Object a, int i, Object known, RaddleAccessCache v, RaddleThread t, int site) {
        if (!on) return null;
        if (a != known) v = RaddleAccessCache.recent(a, t, site);
        return v != null && v.hasWritten(i, t.epoch) ? v : RaddleBlocks.write(a, i, v, t, site);
    }

    // Loops. Their accesses are recorded as ranges when they are over.

    @ForceInline
    public static RaddleAccessCache afterLoopReads(
            Object a, int first, int last, int step, RaddleAccessCache v, RaddleThread t, int site) {
        return afterLoop(a, first, last, step, v, t, site, READ);
    }

    @ForceInline
    public static RaddleAccessCache afterLoopWrites(
            Object a, int first, int last, int step, RaddleAccessCache v, RaddleThread t, int site) {
        return afterLoop(a, first, last, step, v, t, site, WRITE);
    }

    @ForceInline
    private static RaddleAccessCache afterLoop(
            Object a, int first, int last, int step, RaddleAccessCache v, RaddleThread t, int site, int op) {
        if (!on || a == null || last + step == first) return v;
        return RaddleAccessRanges.record(a, first, last, step, v, t, site, op);
    }

    @ForceInline
    public static void afterLoopFieldReads(Object o, RaddleThread t, int site) {
        if (!on || o == null || t == null) return;
        long d = RaddleSites.get(site);
        long e = t.epoch;
        if (d > 0 && e != 0 && (RaddleMemory.same(o, d >>> 32, e) || RaddleMemory.same(o, (int) d, e))) return;
        if (d != RaddleMemory.SKIP) RaddleAccessRanges.recordFieldRead(o, t, site, d);
    }

    @ForceInline
    public static void afterLoopFieldWrites(Object o, RaddleThread t, int site) {
        if (!on || o == null || t == null) return;
        long d = RaddleSites.get(site);
        long e = t.epoch;
        if (d > 0 && e != 0 && RaddleMemory.same(o, d >>> 32, e)) return;
        if (d != RaddleMemory.SKIP) RaddleAccessRanges.recordFieldWrite(o, t, site, d);
    }

    /** The map in which a loop enters the elements that it accesses, if the array is this one; 0 if it has none. */
    @ForceInline
    public static long beforeScatteredLoop(Object a, RaddleThread t, int number, int site) {
        return on && t != null ? RaddleMap.begin(a, t, number, site) : 0;
    }

    @ForceInline
    public static void afterScatteredRead(Object a, int i, Object mapped, long map, RaddleThread t, int site) {
        afterScattered(a, i, mapped, map, t, site, READ);
    }

    @ForceInline
    public static void afterScatteredWrite(Object a, int i, Object mapped, long map, RaddleThread t, int site) {
        afterScattered(a, i, mapped, map, t, site, WRITE);
    }

    @ForceInline
    private static void afterScattered(Object a, int i, Object mapped, long map, RaddleThread t, int site, int op) {
        if (map != 0 && a == mapped) {
            RaddleMap.enter(map, i);
        } else if (on && t != null) {
            RaddleProfile.rare(RaddleSites.misses(site));
            RaddleMap.recordOne(a, i, t, site, op);
        }
    }

    @ForceInline
    public static void afterScatteredReads(Object a, long map, int accesses, RaddleThread t, int site) {
        if (a != null && map != 0) RaddleMap.record(a, map, accesses, t, site, READ);
    }

    @ForceInline
    public static void afterScatteredWrites(Object a, long map, int accesses, RaddleThread t, int site) {
        if (a != null && map != 0) RaddleMap.record(a, map, accesses, t, site, WRITE);
    }

    /** What is no array stands for several. */
    @ForceInline
    public static Object sameArray(Object a, Object before) {
        return before == null || before == a ? a : Raddle.class;
    }

    @ForceInline
    public static void arrayCreated(Object a, RaddleThread t, int site) {
        RaddleMemory.arrayCreated(a, t, site);
    }

    // Calls into unchecked code, and the accesses that it performs.

    @ForceInline
    public static void beforeUncheckedCall(RaddleThread t, int site) {
        if (t != null) t.callSite = site;
    }

    @ForceInline
    public static int callSite(RaddleThread t) {
        return t == null ? 0 : t.callSite;
    }

    @ForceInline
    public static void beforePseudoFieldRead(Object o, int site) {
        if (live && RaddleControl.ON) RaddleControl.touchingPart(o, false);
        if (!on || o == null) return;
        RaddleThread t = RaddleSync.current();
        long e = t.epoch;
        long d = RaddleSites.get(site);
        if (e != 0 && d > 0 && (RaddleMemory.same(o, d >>> 32, e) || RaddleMemory.same(o, (int) d, e))) return;
        RaddleMemory.readPseudoField(o, t, site, d);
    }

    @ForceInline
    public static void beforePseudoFieldWrite(Object o, int site) {
        if (live && RaddleControl.ON) RaddleControl.touchingPart(o, true);
        if (!on || o == null) return;
        RaddleThread t = RaddleSync.current();
        long e = t.epoch;
        long d = RaddleSites.get(site);
        if (e != 0 && d > 0 && RaddleMemory.same(o, d >>> 32, e)) return;
        RaddleMemory.writePseudoField(o, t, site, d);
    }

    @ForceInline
    public static void beforeListElementRead(Object list, int i, int site) {
        if (on) RaddleLists.readElement(list, i, site);
    }

    public static void beforeListElementWrite(Object list, int i, int site) {
        if (on) RaddleLists.writeElement(list, i, site);
    }

    public static void beforeListRead(Object o, int what, int site) {
        if (on) RaddleLists.readSeveral(o, what, site);
    }

    public static void beforeRangeRead(Object a, int from, int to, RaddleThread t, int site) {
        if (on) RaddleMemory.readRange(a, from, to, t, site);
    }

    public static void beforeRangeWrite(Object a, int from, int to, RaddleThread t, int site) {
        if (on) RaddleMemory.writeRange(a, from, to, t, site);
    }

    public static void beforeArrayViewRead(Object a, int i) {
        if (on) RaddleMemory.indexed(a, i, false);
    }

    public static void beforeArrayViewWrite(Object a, int i) {
        if (on) RaddleMemory.indexed(a, i, true);
    }

    public static void beforeHandleInvoke(Object handle, Object first, int second, RaddleThread t) {
        if (on && handle != null) RaddleHandles.invoking(handle, first, second);
    }

    @ForceInline
    public static void afterHandleInvoke(RaddleThread t) {
        if (on && t != null && t.readFrom != null) RaddleHandles.invoked(t);
    }

    public static void afterClone(Object original, Object copy) {
        if (live && copy != null && copy != original && copy.getClass() == original.getClass()) {
            RaddleMemory.cloned(original, copy);
        }
    }

    // Synchronisation.

    /**
     * Set where a monitor was left and the hook for that could not run, for want of stack. As a rule that of
     * entering it could not either, and nothing was done in between. But it is not certain any more that a thread
     * still holds all monitors whose entry was recorded.
     */
    public static boolean lostExit;

    @ForceInline
    public static void beforeMonitorEnter() {
        if (on) RaddleSync.waiting();
    }

    @ForceInline
    public static void monitorEntered(Object o, int site) {
        if (on) RaddleMonitors.monitorEnter(o, site);
    }

    @ForceInline
    public static void beforeMonitorExit(Object o) {
        if (on) RaddleMonitors.monitorExit(o);
        if (live && RaddleControl.ON) RaddleControl.exiting(o);
    }

    public static void waitOn(Object o) throws InterruptedException {
        waitOn(o, 0L);
    }

    public static void waitOn(Object o, long millis) throws InterruptedException {
        if (live && RaddleControl.ON && RaddleControl.awaits(o, millis, 0)) {
            RaddleControlHooks.controlledWait(o, millis, 0);
            return;
        }
        if (on) RaddleMonitors.beforeWait(o);
        try {
            o.wait(millis);
        } finally {
            if (on) RaddleMonitors.afterWait(o);
        }
    }

    public static void waitOn(Object o, long millis, int nanos) throws InterruptedException {
        if (live && RaddleControl.ON && RaddleControl.awaits(o, millis, nanos)) {
            RaddleControlHooks.controlledWait(o, millis, nanos);
            return;
        }
        if (on) RaddleMonitors.beforeWait(o);
        try {
            o.wait(millis, nanos);
        } finally {
            if (on) RaddleMonitors.afterWait(o);
        }
    }

    // Where locks were made; what sync words are of.

    @ForceInline
    public static void objectCreated(Object o, int site) {
        if (live) RaddleLocks.made(o, site);
    }

    @ForceInline
    public static void plainObjectCreated(Object o, int site) {
        if (live) RaddleLocks.madePlain(o, site);
    }

    @ForceInline
    public static void acquireAt(Object o, long offset) {
        if (on) RaddleAtomics.acquireAt(o, offset);
    }

    @ForceInline
    public static void releaseAt(Object o, long offset) {
        if (on) RaddleAtomics.releaseAt(o, offset);
    }

    @ForceInline
    public static void beforeAtomicUpdate(Object o, long offset) {
        if (on) RaddleAtomics.updating(o, offset);
    }

    @ForceInline
    public static void afterAtomicUpdate(int mode) {
        if (on) RaddleAtomics.updated(true, mode);
    }

    @ForceInline
    public static boolean afterAtomicUpdate(boolean done, int mode) {
        if (on) RaddleAtomics.updated(done, mode);
        return done;
    }

    @ForceInline
    public static void afterAtomicUpdate(int found, int expected, int mode) {
        if (on) RaddleAtomics.updated(found == expected, mode);
    }

    @ForceInline
    public static void afterAtomicUpdate(long found, long expected, int mode) {
        if (on) RaddleAtomics.updated(found == expected, mode);
    }

    @ForceInline
    public static void afterAtomicUpdate(Object found, Object expected, int mode) {
        if (on) RaddleAtomics.updated(found == expected, mode);
    }

    @ForceInline
    public static void afterAtomicUpdate(float found, float expected, int mode) {
        if (on) RaddleAtomics.updated(Float.floatToRawIntBits(found) == Float.floatToRawIntBits(expected), mode);
    }

    @ForceInline
    public static void afterAtomicUpdate(double found, double expected, int mode) {
        if (on) RaddleAtomics.updated(Double.doubleToRawLongBits(found) == Double.doubleToRawLongBits(expected), mode);
    }

    public static void beforeUnsafeRead(Object o, long offset, int width) {
        if (on) RaddleMemory.accessAt(o, offset, width, false);
    }

    public static void beforeUnsafeWrite(Object o, long offset, int width) {
        if (on) RaddleMemory.accessAt(o, offset, width, true);
    }

    public static void afterOpaqueRead(Object o, long offset) {
        if (on) RaddleAtomics.opaqueRead(o, offset);
    }

    public static void beforeOpaqueWrite(Object o, long offset) {
        if (on) RaddleAtomics.opaqueWrite(o, offset);
    }

    public static void afterReferenceRead(Object got, Object o, long offset) {
        if (on && got != null) RaddleAtomics.gotReference(got, o, offset);
    }

    public static void beforeReferenceWrite(Object put) {
        if (on && put != null) RaddleAtomics.puttingReference(put);
    }

    public static void releaseFence() {
        if (on) RaddleAtomics.releaseFence();
    }

    public static void acquireFence() {
        if (on) RaddleAtomics.acquireFence();
    }

    public static void fullFence() {
        if (on) {
            RaddleAtomics.acquireFence();
            RaddleAtomics.releaseFence();
        }
    }

    public static void afterTryOptimisticRead(long stamp) {
        if (on && stamp != 0) RaddleSync.optimisticRead(true);
    }

    public static void validated() {
        if (on) RaddleSync.optimisticRead(false);
    }

    public static void afterReflectiveRead(Field field, Object o) {
        if (on) RaddleMemory.reflective(field, o, false);
    }

    public static void beforeReflectiveWrite(Field field, Object o) {
        if (on) RaddleMemory.reflective(field, o, true);
    }

    public static void referenceDequeued(Object reference) {
        if (on && reference != null) RaddleSync.dequeued();
    }

    public static void beforeHandOver(Object o) {
        if (on) RaddleSync.handingOver(o);
    }

    public static void afterTakeOver(Object o) {
        if (on) RaddleSync.takingOver(o);
    }

    @ForceInline
    public static void classInitialized(int number) {
        if (on) RaddleSync.classInitialized(number);
    }

    @ForceInline
    public static void classUsed(RaddleThread t, int number) {
        if (on) RaddleSync.classUsed(t, number);
    }

    public static void classSeen(Class<?> c) {
        if (on && c != null) RaddleSync.classSeen(c);
    }

    public static boolean classSeen(Class<?> c, boolean isToBeInitialised) {
        if (on && c != null && !isToBeInitialised) RaddleSync.classSeen(c);
        return isToBeInitialised;
    }

    public static void classFound(Class<?> c, boolean isInitialised) {
        if (on && c != null && isInitialised) RaddleSync.classSeen(c);
    }

    public static void objectAllocated(Object o) {
        if (on && o != null) RaddleSync.classSeen(o.getClass());
    }

    public static void constructed(Object o) {
        if (on) RaddleSync.constructed(o);
    }

    public static void beforeFinalize(Object o) {
        if (live) RaddleSync.finalizing(o);
    }

    // Threads.

    public static void threadStarting(Thread child) {
        if (live) RaddleSync.threadStarting(child);
        if (live && RaddleControl.ON) RaddleControl.starting(child);
    }

    public static void threadEnding(Thread thread) {
        if (on) RaddleSync.threadEnding(thread);
    }

    public static void beforeJoin(Thread thread) {
        if (live) RaddleSync.joining(thread);
    }

    public static void threadJoined(Thread thread) {
        if (live) RaddleSync.joining(null);
        if (on && !thread.isAlive()) RaddleSync.threadJoined(thread);
    }

    public static boolean afterIsAlive(Object receiver, boolean alive) {
        if (on && !alive && receiver instanceof Thread) RaddleSync.threadJoined((Thread) receiver);
        if (live && RaddleControl.ON && receiver instanceof Thread) return RaddleControl.isAlive((Thread) receiver, alive);
        return alive;
    }

    public static void stateSeen(Object state, Thread thread) {
        if (on && state == Thread.State.TERMINATED) RaddleSync.threadJoined(thread);
    }

    public static void beforeInterrupt(Thread target) {
        if (on) RaddleSync.interrupting(target);
        if (live && RaddleControl.ON) RaddleControl.interrupting(target);
    }

    public static void interruptSeen(boolean interrupted, Thread target) {
        if (on && interrupted) RaddleSync.interruptSeen(target);
        if (live && RaddleControl.ON) RaddleControl.looked(target);
    }

    public static void interruptSeen(boolean interrupted) {
        if (on && interrupted) RaddleSync.interruptSeen(Thread.currentThread());
        if (live && RaddleControl.ON) RaddleControl.looked(Thread.currentThread());
    }

    public static void interruptSeen() {
        if (on) RaddleSync.interruptSeen(Thread.currentThread());
    }

    public static void beforePark() {
        if (on) RaddleSync.waiting();
    }

    public static void beforeUnpark(Thread target) {
        if (on && target != null) RaddleSync.unparking(target);
    }

    public static void afterPark() {
        if (on) RaddleSync.unparked();
    }

    public static void shutdownBegins() {
        if (on) RaddleSync.shutdownBegins();
    }

    public static void terminationSignalled(Object signal) {
        if (live && !RaddleControl.ON) RaddleNative.terminating(((jdk.internal.misc.Signal) signal).getNumber());
    }

    public static void threadDied(Throwable thrown) {
        if (live && !RaddleControl.ON) RaddleWatch.died(thrown);
    }

    /** What reflection sees of a class: its own fields, not those that Raddle added. */
    @DontInline
    public static Field[] hideFields(Field[] fields) {
        if (fields == null) return null;
        int kept = 0;
        for (int i = 0; i < fields.length; i++) {
            if (!fields[i].getName().startsWith("$raddle")) kept++;
        }
        if (kept == fields.length) return fields;
        Field[] own = new Field[kept];
        for (int i = 0, j = 0; i < fields.length; i++) {
            if (!fields[i].getName().startsWith("$raddle")) own[j++] = fields[i];
        }
        return own;
    }
}
