package java.lang;

import static java.lang.RaddleConstants.*;

import java.lang.reflect.Field;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import jdk.internal.misc.Unsafe;

/**
 * Chance in the JDK and the JVM: where default seeds, default names and identity hash codes come from, set to the
 * same for each schedule. What a JDK does not have is passed over.
 */
final class RaddleChance {
    private RaddleChance() {}

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long SEED = 0x5DEECE66DL;

    private static final Object UNIQUE = atomic("java.util.Random", "seedUniquifier");
    private static final Object SEEDER = atomic("java.util.concurrent.ThreadLocalRandom", "seeder");
    private static final Object PROBES = atomic("java.util.concurrent.ThreadLocalRandom", "probeGenerator");
    private static final Object SPLITTABLE = atomic("java.util.SplittableRandom", "defaultGen");
    private static final Object POOLS = atomic("java.util.concurrent.Executors$DefaultThreadFactory", "poolNumber");
    private static final Object TIMERS = atomic("java.util.Timer", "nextSerialNumber");
    private static final Field THREADS = field("java.lang.Thread", "threadInitNumber");
    private static final Field NEWER_THREADS = field("java.lang.Thread$ThreadNumbering", "next");
    private static final Field FORK_JOIN_POOLS = field("java.util.concurrent.ForkJoinPool", "poolIds");

    private static final long LOCAL_SEED = offset("threadLocalRandomSeed");
    private static final long LOCAL_PROBE = offset("threadLocalRandomProbe");
    private static final long LOCAL_SECOND = offset("threadLocalRandomSecondarySeed");

    private static final long HASH_CODES = RaddleControl.ON ? RaddleNative.hashCounter() : 0;
    /**
     * Where hash codes begin: of the program's objects, and of what it meets where classes are made ready. Each
     * schedule has its own, by its number: there are tables of objects of several schedules.
     */
    private static final int FIRST_HASH_CODE = 1 << 16;
    private static final int FIRST_INNER_HASH_CODE = 1 << 30;
    private static final int SCHEDULES = (1 << 17) - 1;
    private static int otherHashCodes;

    /** Where the system's source of chance is in this schedule. */
    private static long drawn;

    /** Before a schedule begins. */
    static void reset(int schedule) {
        set(UNIQUE, 8682522807148012L);
        set(SEEDER, SEED);
        set(PROBES, 0);
        set(SPLITTABLE, SEED);
        set(POOLS, 1);
        set(TIMERS, 0);
        set(THREADS, 0);
        set(NEWER_THREADS, 0);
        set(FORK_JOIN_POOLS, 1);
        drawn = schedule;
        Thread thread = Thread.currentThread();
        if (LOCAL_SEED != 0) U.putLong(thread, LOCAL_SEED, 0);
        if (LOCAL_PROBE != 0) U.putInt(thread, LOCAL_PROBE, 0);
        if (LOCAL_SECOND != 0) U.putInt(thread, LOCAL_SECOND, 0);
        if (HASH_CODES != 0) {
            int own = (schedule & SCHEDULES) << HASH_CODE_BITS;
            U.putInt(HASH_CODES, FIRST_HASH_CODE + own);
            otherHashCodes = FIRST_INNER_HASH_CODE + own;
        }
    }

    /**
     * At the borders of where classes are made ready. That happens once in the life of a JVM or of a class loader,
     * and must not change the hash codes of what comes after it. Only the dispatched thread comes here.
     */
    static void swapHashCodes() {
        if (HASH_CODES == 0) return;
        int now = U.getInt(HASH_CODES);
        U.putInt(HASH_CODES, otherHashCodes);
        otherHashCodes = now;
    }

    /** Fills an array by what looks like chance, and is the same for each schedule. */
    static void draw(byte[] bytes) {
        for (int i = 0; i < bytes.length; i++) {
            // Numbers are spread as by splitmix64.
            long z = drawn += 0x9E3779B97F4A7C15L;
            z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
            z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
            bytes[i] = (byte) (z >>> 32);
        }
    }

    /**
     * The identity hash code of an object, for Raddle. When the JVM's own threads come by, as after a collection, is
     * chance: what they count up is taken back.
     */
    static int hashCode(Object object) {
        RaddleThread t = Thread.currentThread().$raddle;
        if (HASH_CODES == 0 || t != null && t.turn != 0) return System.identityHashCode(object);
        int before = U.getInt(HASH_CODES);
        int hash = System.identityHashCode(object);
        if (hash == before + 1) U.compareAndSetInt(null, HASH_CODES, hash, before);
        return hash;
    }

    private static void set(Object atomic, long value) {
        if (atomic instanceof AtomicLong) ((AtomicLong) atomic).set(value);
        else if (atomic instanceof AtomicInteger) ((AtomicInteger) atomic).set((int) value);
    }

    private static void set(Field field, int value) {
        if (field != null) U.putIntVolatile(U.staticFieldBase(field), U.staticFieldOffset(field), value);
    }

    private static Object atomic(String type, String name) {
        Field field = field(type, name);
        return field == null ? null : U.getReference(U.staticFieldBase(field), U.staticFieldOffset(field));
    }

    private static Field field(String type, String name) {
        try {
            return Class.forName(type).getDeclaredField(name);
        } catch (ReflectiveOperationException e) {
            return null;
        }
    }

    private static long offset(String field) {
        return RaddleNative.declares(Thread.class, field) ? U.objectFieldOffset(Thread.class, field) : 0;
    }
}
