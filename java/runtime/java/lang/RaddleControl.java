package java.lang;

import static java.lang.RaddleConstants.*;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;

/**
 * Where the schedule is controlled: one thread runs at a time, and the hooks here are its switch points. The agent
 * decides which thread goes on; a thread that has to wait does so inside the agent, for nothing in the JVM.
 *
 * An operation of the JDK counts once: its first access is the switch point, and all others are only reported to
 * the agent. While a thread loads or initialises a class it is not switched, unless it has to wait. Threads that no
 * controlled thread has started, such as the JVM's own, are not controlled.
 */
final class RaddleControl {
    private RaddleControl() {}

    private static final Unsafe U = Unsafe.getUnsafe();
    static final boolean ON = RaddleNative.controlled();
    /** What is a switch point, too, in this schedule: steps inside an operation of the JDK, plain accesses. */
    private static boolean inJdk;
    private static boolean fields;
    private static boolean arrays;
    private static final boolean REAL_TIME = !ON || RaddleNative.realTime();
    /** A byte per site: whether a plain access there is a switch point. */
    private static final long ASKED = ON ? RaddleNative.promoted() : 0;
    private static final long STATE = U.objectFieldOffset(Thread.class, "$raddle");

    /** In place of a field: what a collection holds. */
    private static final int CONTENTS = 1 << 30;

    /**
     * After so many accesses inside operations of the JDK other threads may run; and what a read of the clock
     * counts.
     */
    private static final int MOST_INSIDE = 2_000;
    private static final int LOOK = 20;
    private static final long MILLI = 1_000_000;
    private static final long NO_TIME = -1;

    /** Objects have numbers within one schedule. */
    private static int schedule;
    private static int objects;
    private static int monitors;
    private static int inside;
    private static int threads;
    private static final int THREAD_MONITORS = 1 << 29;
    private static long threadNumbers;
    private static final long FIRST_THREAD_NUMBER = 1000;
    /** Those that have ended in this schedule. */
    private static Thread[] ended = new Thread[16];
    private static int endedCount;
    /** The first thread, once it has ended for the schedule; the JVM goes on with it. */
    private static Thread over;

    /** The current thread, if it is controlled and not inside Raddle. */
    private static RaddleThread me() {
        RaddleThread t = Thread.currentThread().$raddle;
        return t != null && t.turn != 0 && !t.busy ? t : null;
    }

    /**
     * The number of an object: in the order in which they come up. What comes up inside the JDK may do so once in a
     * JVM's life, and must not change the numbers of the others: it has one of its own until it comes up elsewhere.
     */
    private static int number(Object o, boolean isInside) {
        if (o == null) return 0;
        RaddleShadow s = RaddleShadow.of(o);
        if (s.schedule == schedule) return s.number;
        if (!isInside) {
            s.schedule = schedule;
            return s.number = ++objects;
        }
        if (s.insideSchedule != schedule) {
            s.insideSchedule = schedule;
            s.insideNumber = INSIDE + ++inside;
        }
        return s.insideNumber;
    }

    /** The number of a monitor, which stays what it is. */
    private static int monitor(Object o, boolean isInside) {
        RaddleShadow s = RaddleShadow.of(o);
        if (s.monitorSchedule != schedule) {
            s.monitorSchedule = schedule;
            // The JDK takes the monitors of threads, for starting and joining them, as often as the program does that.
            if (o instanceof Thread) s.monitorNumber = THREAD_MONITORS + ++threads;
            else s.monitorNumber = isInside ? INSIDE + ++inside : ++monitors;
        }
        return s.monitorNumber;
    }

    /** Begins the next schedule, with the current thread as its first. False: there is none. */
    static boolean begin() {
        RaddleThread t = RaddleSync.current();
        int number = RaddleNative.nextSchedule(Thread.currentThread(), t.id);
        if (number < 0) return false;
        inJdk = RaddleNative.switchesInJdk();
        fields = RaddleNative.switchesOn(false);
        arrays = RaddleNative.switchesOn(true);
        RaddleChance.reset(number);
        schedule++;
        objects = 0;
        monitors = 0;
        threads = 0;
        threadNumbers = FIRST_THREAD_NUMBER;
        inside = 0;
        over = null;
        t.fresh = false;
        t.indivisible = 0;
        t.life = t.turn = FIRST_TURN;
        return true;
    }

    // Switch points.

    @DontInline
    private static void point(RaddleThread t, int act, int object, int part, int site) {
        if (t.indivisible > 0) return;
        t.fresh = false;
        t.asks = false;
        t.touchedInside = 0;
        if (RaddleExplain.ON) RaddleExplain.settle(t);
        RaddleNative.point(t.turn, act, object, part, site);
    }

    static void entering(Object o, int site) {
        RaddleThread t = me();
        if (t == null || o == null) return;
        boolean may = site != 0 && t.indivisible == 0;
        // Starting and joining a thread are more than taking its monitor: they come to switch points of their own.
        // Where classes are made ready, objects get no numbers: that happens once in a JVM's life.
        boolean isPoint = site == 0 && (t.fresh || inJdk) && t.indivisible == 0;
        if (isPoint && !(o instanceof Thread)) point(t, ACT_CALL, number(o, false), PART_MONITOR, t.callSite);
        t.waitsAt = o;
        explain(t, o, !may);
        int number = monitor(o, !may);
        pausing(t);
        if (may) t.asks = false;
        RaddleNative.enter(t.turn, number, site != 0 ? site : t.callSite, may);
        pausing(t);
        t.waitsAt = null;
    }

    /** The thread may have to wait at an object: what it did before is over. */
    private static void explain(RaddleThread t, Object o, boolean isInside) {
        if (!RaddleExplain.ON) return;
        RaddleExplain.settle(t);
        RaddleExplain.monitor(t, o, monitor(o, isInside), isInside);
    }

    static void exiting(Object o) {
        RaddleThread t = me();
        if (t != null && o != null) RaddleNative.exit(t.turn, monitor(o, true));
    }

    static void touching(Object o, int site, int flags) {
        RaddleThread t = me();
        if (t == null || t.indivisible > 0) return;
        if (o == null && (flags & TOUCH_STATIC) == 0) return;
        if ((flags & TOUCH_PLAIN) != 0 || !RaddleMemory.orders(o, t, site)) {
            if ((flags & TOUCH_INNER) != 0 || !fields && U.getByte(ASKED + site) == 0) return;
        }
        int act = flags & TOUCH_WRITES;
        int part = o == null ? RaddleNative.staticPart(site) : RaddleMemory.partOf(o, t, site);
        if (part == 0) return;
        boolean isInner = (flags & TOUCH_INNER) != 0;
        if (!isInner) point(t, act, number(o, false), part, site);
        if (isInner && !inner(t, act, o, part)) return;
        if (RaddleExplain.ON) RaddleExplain.field(t, o, site, act == ACT_WRITE, isInner);
    }

    static void touchingElement(Object a, int i, int site, int flags) {
        RaddleThread t = me();
        if (t == null || a == null || t.indivisible > 0 || !arrays && U.getByte(ASKED + site) == 0) return;
        point(t, flags & TOUCH_WRITES, number(a, false), i + 1, site);
        if (RaddleExplain.ON) RaddleExplain.element(t, a, i, (flags & TOUCH_WRITES) != 0);
    }

    static void touchingAt(Object o, long offset, int flags) {
        RaddleThread t = me();
        if (t == null || t.indivisible > 0) return;
        t.busy = true;
        int part;
        try {
            part = RaddleAtomics.partAt(t, o, offset);
        } finally {
            t.busy = false;
        }
        if (inner(t, flags & TOUCH_WRITES, o, part) && RaddleExplain.ON) RaddleExplain.at(t, o, offset);
    }

    /** An access inside an operation of the JDK. True: it is a switch point. */
    private static boolean inner(RaddleThread t, int act, Object o, int part) {
        // The first call of an operation may have to make itself ready: it is the call that counts, not how it begins.
        boolean isPoint = t.fresh || inJdk;
        if (isPoint) point(t, ACT_CALL, number(o, false), part, t.callSite);
        else goesOn(t, 1);
        RaddleNative.touched(number(o, true), part, act != ACT_READ);
        return isPoint;
    }

    /** A thread does much between two switch points: it may go round until another thread has done something. */
    private static void goesOn(RaddleThread t, int weight) {
        // What is done once in the life of a JVM does not count.
        if (t.indivisible > 0) return;
        t.touchedInside += weight;
        if (t.touchedInside >= MOST_INSIDE) point(t, ACT_GOES_ON, 0, 0, t.callSite);
    }

    /** The contents of a JDK object, where they race. */
    static void touchingPart(Object o, boolean writes) {
        RaddleThread t = me();
        if (t == null || o == null || t.indivisible > 0 || U.getByte(ASKED + t.callSite) == 0) return;
        inner(t, writes ? ACT_WRITE : ACT_READ, o, CONTENTS);
    }

    static void indivisible(int step) {
        RaddleThread t = Thread.currentThread().$raddle;
        if (t == null || t.turn == 0) return;
        boolean was = t.indivisible > 0;
        t.indivisible += step;
        if (was != t.indivisible > 0) RaddleChance.swapHashCodes();
    }

    /** Before and after others may run, which go on with their own hash codes. */
    private static void pausing(RaddleThread t) {
        if (t.indivisible > 0) RaddleChance.swapHashCodes();
    }

    static void yielding(boolean spins) {
        RaddleThread t = me();
        if (t == null) {
            if (spins) Thread.onSpinWait();
            else Thread.yield();
            return;
        }
        point(t, spins ? ACT_SPIN : ACT_YIELD, 0, 0, t.callSite);
    }

    // Waiting.

    /** Waits at an object whose monitor the thread is in. True: it was interrupted. */
    static boolean waitAt(Object o, long nanos) {
        RaddleThread t = me();
        t.fresh = false;
        t.asks = false;
        t.waitsAt = o;
        explain(t, o, false);
        boolean was = isInterrupted(t);
        int number = monitor(o, false);
        pausing(t);
        boolean interrupted = RaddleNative.await(t.turn, o, number, until(nanos), was, t.callSite);
        pausing(t);
        t.waitsAt = null;
        return interrupted;
    }

    /** Whether {@code wait} is for the controller: else the JVM's own does it, or says what is wrong. */
    static boolean awaits(Object o, long millis, int nanos) {
        return me() != null && o != null && millis >= 0 && nanos >= 0 && nanos < MILLI && Thread.holdsLock(o);
    }

    static void notify(Object o, boolean all) {
        RaddleThread t = me();
        if (t != null && o != null && Thread.holdsLock(o)) {
            t.fresh = false;
            t.asks = false;
            explain(t, o, false);
            RaddleNative.notify(t.turn, monitor(o, false), all, t.indivisible == 0, t.callSite);
        }
    }

    static void park(Unsafe unsafe, boolean isAbsolute, long time) {
        RaddleThread t = me();
        if (t == null) {
            unsafe.park(isAbsolute, time);
            return;
        }
        long until = NO_TIME;
        if (isAbsolute) until = Math.max(0, (time - EPOCH_MILLIS) * MILLI);
        else if (time > 0) until = until(time);
        t.fresh = false;
        t.asks = false;
        if (RaddleExplain.ON) {
            RaddleExplain.settle(t);
            RaddleExplain.parking(t);
        }
        boolean was = isInterrupted(t);
        pausing(t);
        RaddleNative.park(t.turn, until, was, t.callSite);
        pausing(t);
    }

    static void unpark(Unsafe unsafe, Object thread) {
        RaddleThread c = thread == null ? null : (RaddleThread) U.getReferenceAcquire(thread, STATE);
        if (c == null || c.turn == 0) {
            unsafe.unpark(thread);
            return;
        }
        RaddleThread t = me();
        if (t != null && t.fresh) point(t, ACT_UNPARK, 0, c.turn, t.callSite);
        RaddleNative.unpark(c.turn);
    }

    static void sleep(long nanos) throws InterruptedException {
        RaddleThread t = me();
        t.fresh = false;
        t.asks = false;
        if (RaddleExplain.ON) RaddleExplain.settle(t);
        boolean was = isInterrupted(t);
        pausing(t);
        boolean interrupted = RaddleNative.sleep(t.turn, until(nanos), was, t.callSite);
        pausing(t);
        if (interrupted) {
            clearInterrupt(t);
            throw new InterruptedException("sleep interrupted");
        }
    }

    static boolean isControlled() {
        return me() != null;
    }

    static void clearInterrupt(RaddleThread t) {
        t.busy = true;
        try {
            Thread.interrupted();
        } finally {
            t.busy = false;
        }
    }

    private static boolean isInterrupted(RaddleThread t) {
        t.busy = true;
        try {
            return Thread.currentThread().isInterrupted();
        } finally {
            t.busy = false;
        }
    }

    // Threads.

    /** The current thread is about to start another. */
    static void starting(Thread child) {
        RaddleThread t = me();
        if (t == null || isOfJvm(child)) return;
        RaddleThread c = (RaddleThread) U.getReferenceAcquire(child, STATE);
        if (c == null) return;
        point(t, ACT_START, 0, 0, t.callSite);
        c.life = c.turn = RaddleNative.starting(child, c.id, child.isDaemon());
    }

    /** Threads that the JDK has for itself. */
    private static boolean isOfJvm(Thread thread) {
        return thread.getClass().getName().equals("jdk.internal.misc.InnocuousThread");
    }

    /** Threads that go on with what the collector has found, and run code of the JDK alone. */
    static boolean isCollectors(Thread thread) {
        return thread.getClass().getName().equals("java.lang.ref.Reference$ReferenceHandler")
            || isOfJvm(thread) && thread.getName().equals("Common-Cleaner");
    }

    static void gone(Thread thread) {
        RaddleThread t = Thread.currentThread().$raddle;
        if (t == null || t.turn == 0 || Thread.currentThread() != thread) return;
        if (endedCount == ended.length) {
            Thread[] more = new Thread[endedCount * 2];
            System.arraycopy(ended, 0, more, 0, endedCount);
            ended = more;
        }
        ended[endedCount++] = thread;
        RaddleNative.gone(leave(t, thread), thread, monitor(thread, true));
    }

    /** The first thread has done its work; says what is left of the schedule: {@link RaddleConstants#LEFT_THREADS} and so on. */
    static int finish() {
        Thread thread = Thread.currentThread();
        Raddle.beforeHandOver(thread);
        if (RaddleExplain.ON) RaddleExplain.settle(thread.$raddle);
        int turn = leave(thread.$raddle, thread);
        over = thread;
        int left = RaddleNative.finish(turn, monitor(thread, true));
        // All that a schedule has done comes before all that the next one does.
        for (int i = 0; i < endedCount; i++) {
            RaddleSync.threadJoined(ended[i]);
            ended[i] = null;
        }
        endedCount = 0;
        return left;
    }

    /**
     * A thread ends: the JVM notifies the threads that wait for that under its monitor, which another thread may
     * hold.
     */
    private static int leave(RaddleThread t, Thread thread) {
        t.waitsAt = thread;
        explain(t, thread, true);
        RaddleNative.enter(t.turn, monitor(thread, true), 0, false);
        t.waitsAt = null;
        int turn = t.turn;
        t.turn = 0;
        return turn;
    }

    static void interrupting(Thread target) {
        RaddleThread c = target == null ? null : (RaddleThread) U.getReferenceAcquire(target, STATE);
        if (c == null || c.turn == 0) return;
        RaddleThread t = me();
        if (t != null) point(t, ACT_INTERRUPT, 0, c.turn, t.callSite);
        RaddleNative.interrupt(c.turn);
    }

    /** The program is about to look whether a thread is interrupted. */
    static void asking(Thread target, int site) {
        RaddleThread c = (RaddleThread) U.getReferenceAcquire(target, STATE);
        RaddleThread t = me();
        if (t != null && c != null && c.life != 0) point(t, ACT_READ, LIVES, c.life - FIRST_TURN, site);
    }

    /** The current thread has seen whether another, or it itself, lives or is interrupted. */
    static void looked(Thread target) {
        RaddleThread c = (RaddleThread) U.getReferenceAcquire(target, STATE);
        if (c != null && c.life != 0 && me() != null) RaddleNative.touched(LIVES, c.life - FIRST_TURN, false);
    }

    /** The program ends the JVM. */
    static void exiting(int status) {
        RaddleThread t = RaddleSync.current();
        boolean was = t.busy;
        t.busy = true;
        RaddleNative.exiting(Thread.currentThread(), t.id, status);
        t.busy = was;
    }

    static void uncaught(Thread thread, Throwable thrown) {
        RaddleThread t = me();
        if (t == null) return;
        t.busy = true;
        try {
            if (Thread.getDefaultUncaughtExceptionHandler() != null) return;
            Object handler = thread.getUncaughtExceptionHandler();
            if (handler != thread.getThreadGroup()) return;
            failed(thread, thrown);
        } finally {
            t.busy = false;
        }
    }

    /** A thread ends by an exception that no handler has caught. */
    static void failed(Thread thread, Throwable thrown) {
        RaddleThread t = RaddleSync.current();
        String[] frames;
        String message;
        try {
            frames = RaddleWatch.frames(thrown);
            message = thrown.getMessage();
        } catch (Throwable e) {
            frames = new String[0];
            message = null;
        }
        RaddleNative.uncaught(t.id, thrown.getClass().getName(), message, frames);
    }

    /** Whether a thread that was alive still is. The JDK's own question, in {@code join}, is followed by a wait. */
    static boolean isAlive(Thread thread, boolean was) {
        looked(thread);
        if (!was) return false;
        if (thread == over) {
            Raddle.afterTakeOver(thread);
            return false;
        }
        RaddleThread t = me();
        if (t == null || t.joining == thread) return true;
        asks(thread);
        boolean alive = thread.isAlive();
        looked(thread);
        return alive;
    }

    /**
     * The program has asked after a thread that goes on. If it asks again and has done nothing else, it may do nothing
     * else until that has ended; a program that makes sure of another thread before each piece of work does not wait.
     */
    static void asks(Thread target) {
        RaddleThread t = me();
        RaddleThread c = (RaddleThread) U.getReferenceAcquire(target, STATE);
        if (t == null) return;
        boolean goesOn = !t.asks && c != null && c.life != 0;
        if (goesOn) point(t, ACT_READ, LIVES, c.life - FIRST_TURN, t.callSite);
        else point(t, ACT_YIELD, 0, 0, t.callSite);
        t.asks = true;
    }

    static Thread.State stateOf(Thread.State real, Thread thread) {
        if (thread == over) return Thread.State.TERMINATED;
        RaddleThread c = (RaddleThread) U.getReferenceAcquire(thread, STATE);
        if (c == null || c.turn == 0 || me() == null) return real;
        asks(thread);
        looked(thread);
        switch (RaddleNative.stateOf(c.turn)) {
            case STATE_BLOCKED: return Thread.State.BLOCKED;
            case STATE_WAITING: return Thread.State.WAITING;
            case STATE_TIMED_WAITING: return Thread.State.TIMED_WAITING;
            default: return real;
        }
    }

    /**
     * The number of a thread as the program sees it: in the order in which it asks, since the JVM's go on and on. Its
     * first threads keep theirs.
     */
    static long threadNumber(long real, Thread thread) {
        RaddleThread t = me();
        if (t == null && schedule == 0 || real == 1) return real;
        RaddleShadow s = RaddleShadow.of(thread);
        if (s.threadNumber == 0) s.threadNumber = t == null ? real : ++threadNumbers;
        return s.threadNumber;
    }

    // Time. It begins at the same moment in each schedule, and goes on by the schedule's steps.

    private static final long EPOCH_MILLIS = 1_700_000_000_000L;
    private static final long EPOCH_NANOS = 1_000_000_000_000L;

    /** When a wait of so long is over, in the schedule's time; 0 is for ever. */
    private static long until(long nanos) {
        if (nanos <= 0) return NO_TIME;
        long until = RaddleNative.now() + nanos;
        return until < 0 ? NO_TIME : until;
    }

    static long nanoTime() {
        return REAL_TIME || !looks() ? System.nanoTime() : EPOCH_NANOS + RaddleNative.time();
    }

    static long currentTimeMillis() {
        return REAL_TIME || !looks() ? System.currentTimeMillis() : EPOCH_MILLIS + RaddleNative.time() / MILLI;
    }

    /**
     * Whether the current thread sees the schedule's time: a thread that reads it again and again waits for it, or
     * for others.
     */
    private static boolean looks() {
        RaddleThread t = me();
        if (t != null) goesOn(t, LOOK);
        return t != null;
    }

    static long adjustment(long seconds) {
        if (REAL_TIME || me() == null) return jdk.internal.misc.VM.getNanoTimeAdjustment(seconds);
        return (EPOCH_MILLIS / 1000 - seconds) * 1_000_000_000L + RaddleNative.time();
    }
}
