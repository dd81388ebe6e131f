package java.lang;

import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * Memory for the shadow words of arrays, outside the heap. The table holds on to a shadow until its array is known
 * to be dead, so in the heap a collection would copy the words of dead arrays first. Where they do not fit into the
 * space for survivors, the shadow is moved on, the collector takes its reference for a strong one, and the array
 * lives on, too.
 *
 * Small pieces are cut from slabs and used again for the same size; large ones come and go one by one.
 */
final class RaddleShadowMemory {
    private RaddleShadowMemory() {}

    private static final Unsafe U = Unsafe.getUnsafe();

    /** Longs of the smallest piece, which is the unit of small sizes, and of the largest small one. */
    private static final int UNIT = 2;
    private static final int SMALL = 256;
    private static final long SLAB = 1 << 16;
    private static final long ALIGNED = 64;

    private static final Shelf[] SHELVES = shelves();
    private static final long BYTES = U.objectFieldOffset(Total.class, "bytes");
    private static final Total TOTAL = new Total();
    /** Words may take as much as the program's objects. */
    private static final long MOST =
            Math.min(RaddleNative.shadowBytes(), Math.max(Runtime.getRuntime().maxMemory(), 1L << 28));

    /** Pieces of one size. */
    private static final class Shelf extends RaddleGate {
        /** The first free piece; each begins with the address of the next. */
        long free;
        /** What is left of the last slab. */
        long next;
        long end;
    }

    private static final class Total {
        volatile long bytes;
    }

    private static Shelf[] shelves() {
        Shelf[] all = new Shelf[SMALL / UNIT + 1];
        for (int i = 1; i < all.length; i++) all[i] = new Shelf();
        return all;
    }

    /** The address of so many longs, all 0, of which there is an even number; 0 if there is no room. */
    static long take(int longs) {
        if (longs > SMALL) return allocate(longs * 8L);
        long at = takeSmall(SHELVES[longs / UNIT], longs * 8L, true);
        if (at == 0) at = split(longs);
        for (long i = 0; at != 0 && i < longs * 8L; i += 8) U.putLong(at + i, 0);
        return at;
    }

    /** Returns memory that is no longer used. */
    static void give(long at, int longs) {
        if (at == 0) return;
        if (longs > SMALL) free(at, longs * 8L);
        else giveSmall(SHELVES[longs / UNIT], at);
    }

    @ReservedStackAccess
    private static long takeSmall(Shelf shelf, long bytes, boolean isNewAllowed) {
        shelf.lock();
        long at = shelf.free;
        if (at != 0) {
            shelf.free = U.getLong(at);
        } else {
            if (isNewAllowed && shelf.next + bytes > shelf.end) {
                shelf.next = allocate(SLAB);
                shelf.end = shelf.next == 0 ? 0 : shelf.next + SLAB;
            }
            at = shelf.next + bytes <= shelf.end ? shelf.next : 0;
            if (at != 0) shelf.next += bytes;
        }
        shelf.held = 0;
        return at;
    }

    /** Without room for another slab: a piece of one that is larger, and free. */
    private static long split(int longs) {
        for (int larger = SMALL; larger >= 2 * longs; larger -= UNIT) {
            if (SHELVES[larger / UNIT].free == 0) continue;
            long at = takeSmall(SHELVES[larger / UNIT], larger * 8L, false);
            if (at == 0) continue;
            for (int i = longs; i + longs <= larger; i += longs) giveSmall(SHELVES[longs / UNIT], at + i * 8L);
            return at;
        }
        return 0;
    }

    @ReservedStackAccess
    private static void giveSmall(Shelf shelf, long at) {
        shelf.lock();
        U.putLong(at, shelf.free);
        shelf.free = at;
        shelf.held = 0;
    }

    private static long allocate(long bytes) {
        if (U.getAndAddLong(TOTAL, BYTES, bytes) + bytes <= MOST) {
            try {
                long start = U.allocateMemory(bytes + ALIGNED);
                long at = start + ALIGNED & -ALIGNED;
                U.putLong(at - 8, start);
                U.setMemory(at, bytes, (byte) 0);
                return at;
            } catch (OutOfMemoryError e) {
                // As if there were a limit.
            }
        }
        U.getAndAddLong(TOTAL, BYTES, -bytes);
        return 0;
    }

    private static void free(long at, long bytes) {
        U.freeMemory(U.getLong(at - 8));
        U.getAndAddLong(TOTAL, BYTES, -bytes);
    }
}
