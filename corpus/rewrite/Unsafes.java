// role: jdk; javac: --patch-module java.base=HERE
package java.util;

import jdk.internal.misc.Unsafe;

/** Accesses by Unsafe: release before, acquire after, by the memory mode in their names. */
class Unsafes {
    private static final Unsafe U = Unsafe.getUnsafe();
    private volatile Object head;
    private int plain;

    boolean swap(long offset, long old, long fresh) {
        return U.compareAndSetLong(this, offset, old, fresh);
    }

    Object get(long offset) {
        return U.getReferenceAcquire(this, offset);
    }

    void put(long offset, double value) {
        U.putDoubleVolatile(this, offset, value);
        U.putDouble(this, offset, value);
    }

    Object head() {
        plain++;
        return head;
    }
}
