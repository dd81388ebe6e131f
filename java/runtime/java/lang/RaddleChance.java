package java.lang;

import jdk.internal.misc.Unsafe;

/** Chance in the JDK: where seeds that nobody chose come from, set to the same for each schedule. */
final class RaddleChance {
    private RaddleChance() {}

    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long SEED = 0x5DEECE66DL;

    /** Before a schedule begins. What a JDK does not have is passed over. */
    static void reset() {
        setAtomic("java.util.Random", "seedUniquifier", 8682522807148012L);
        setAtomic("java.util.concurrent.ThreadLocalRandom", "seeder", SEED);
        setAtomic("java.util.concurrent.ThreadLocalRandom", "probeGenerator", 0);
        setAtomic("java.util.SplittableRandom", "defaultGen", SEED);
        setLong(Thread.currentThread(), Thread.class, "threadLocalRandomSeed", 0);
        setInt(Thread.currentThread(), Thread.class, "threadLocalRandomProbe", 0);
        setInt(Thread.currentThread(), Thread.class, "threadLocalRandomSecondarySeed", 0);
    }

    private static void setAtomic(String type, String field, long value) {
        try {
            Class<?> c = Class.forName(type);
            java.lang.reflect.Field f = c.getDeclaredField(field);
            Object atomic = U.getReference(U.staticFieldBase(f), U.staticFieldOffset(f));
            if (atomic instanceof java.util.concurrent.atomic.AtomicLong) {
                ((java.util.concurrent.atomic.AtomicLong) atomic).set(value);
            } else if (atomic instanceof java.util.concurrent.atomic.AtomicInteger) {
                ((java.util.concurrent.atomic.AtomicInteger) atomic).set((int) value);
            }
        } catch (ReflectiveOperationException e) {
            // Another JDK.
        }
    }

    private static void setLong(Object o, Class<?> c, String field, long value) {
        if (RaddleNative.declares(c, field)) U.putLong(o, U.objectFieldOffset(c, field), value);
    }

    private static void setInt(Object o, Class<?> c, String field, int value) {
        if (RaddleNative.declares(c, field)) U.putInt(o, U.objectFieldOffset(c, field), value);
    }
}
