package java.lang;

import jdk.internal.misc.Unsafe;

/**
 * A spin lock, for what runs below every lock the JDK has.
 *
 * The holder sets {@link #held} back to 0: a call to do so might find no room on the stack.
 */
class RaddleGate {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long HELD = U.objectFieldOffset(RaddleGate.class, "held");
    private static final int SPINS = 100;

    volatile int held;

    final boolean tryLock() {
        return U.compareAndSetInt(this, HELD, 0, 1);
    }

    final void lock() {
        for (int spins = 0; !tryLock(); spins++) {
            if (spins > SPINS) Thread.yield();
            else Thread.onSpinWait();
        }
    }
}
