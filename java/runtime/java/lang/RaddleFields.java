package java.lang;

import static java.lang.RaddleConstants.*;

import java.lang.reflect.Field;
import jdk.internal.misc.Unsafe;

/**
 * The plain fields of a class by their offsets, for accesses that know nothing else: their shadow words, and a site
 * that names them. Made when first asked for.
 */
final class RaddleFields {
    private static final Unsafe U = Unsafe.getUnsafe();
    private static final long CLASS_PLAIN = U.objectFieldOffset(Class.class, "$raddle$plain");
    private static final long CLASS_STATICS = U.objectFieldOffset(Class.class, "$raddle$statics");

    private static final long CLASS_ADDED = U.objectFieldOffset(Class.class, "$raddle$added");

    private final long[] offsets;
    /** Read word in the low half, write word in the high half; 0 for a static field. */
    private final long[] words;
    private final int[] sites;

    private RaddleFields(int n) {
        offsets = new long[n];
        words = new long[n];
        sites = new int[n];
    }

    /** The instance fields. */
    static RaddleFields of(Class<?> c, RaddleThread t) {
        Object known = U.getReferenceAcquire(c, CLASS_PLAIN);
        return known != null ? (RaddleFields) known : make(c, t, false, CLASS_PLAIN);
    }

    static RaddleFields ofStatics(Class<?> c, RaddleThread t) {
        Object known = U.getReferenceAcquire(c, CLASS_STATICS);
        return known != null ? (RaddleFields) known : make(c, t, true, CLASS_STATICS);
    }

    private static RaddleFields make(Class<?> c, RaddleThread t, boolean isStatic, long at) {
        t.busy = true;
        try {
            Object[] known = RaddleNative.plainFields(c, isStatic);
            RaddleFields all = new RaddleFields(known == null ? 0 : known.length / FIELD_PARTS);
            for (int i = 0; i < all.offsets.length; i++) {
                Class<?> declaring = (Class<?>) known[FIELD_PARTS * i];
                String name = (String) known[FIELD_PARTS * i + 1];
                all.sites[i] = RaddleNative.fieldSite(declaring, name, isStatic);
                if (isStatic) {
                    all.offsets[i] = U.staticFieldOffset((Field) known[FIELD_PARTS * i + 2]);
                } else {
                    all.offsets[i] = U.objectFieldOffset(declaring, name);
                    long reads = U.objectFieldOffset(declaring, "$raddle$r$".concat(name));
                    all.words[i] = reads | U.objectFieldOffset(declaring, "$raddle$w$".concat(name)) << 32;
                }
            }
            U.putReferenceRelease(c, at, all);
            return all;
        } finally {
            t.busy = false;
        }
    }

    /** Reads every field. */
    void readAll(Object o, RaddleThread t) {
        for (int i = 0; i < offsets.length; i++) RaddleMemory.read(o, words[i], t, sites[i]);
    }

    /** Sets all fields that were added to an object back to zero. */
    static void clear(Object o, RaddleThread t) {
        Class<?> c = o.getClass();
        long[] added = (long[]) U.getReferenceAcquire(c, CLASS_ADDED);
        if (added == null) added = findAdded(c, t);
        for (int i = 0; i < added.length; i += 2) {
            if (added[i + 1] == 'J') U.putLong(o, added[i], 0);
            else if (added[i + 1] == 'I') U.putInt(o, added[i], 0);
            else U.putReference(o, added[i], null);
        }
    }

    private static long[] findAdded(Class<?> c, RaddleThread t) {
        t.busy = true;
        try {
            Object[] known = RaddleNative.addedFields(c);
            long[] added = new long[known == null ? 0 : known.length / FIELD_PARTS * 2];
            for (int i = 0; i < added.length / 2; i++) {
                added[2 * i] = U.objectFieldOffset((Class<?>) known[FIELD_PARTS * i], (String) known[FIELD_PARTS * i + 1]);
                added[2 * i + 1] = ((String) known[FIELD_PARTS * i + 2]).charAt(0);
            }
            U.putReferenceRelease(c, CLASS_ADDED, added);
            return added;
        } finally {
            t.busy = false;
        }
    }

    long words(long offset) {
        int i = find(offset);
        return i < 0 ? 0 : words[i];
    }

    int site(long offset) {
        int i = find(offset);
        return i < 0 ? 0 : sites[i];
    }

    private int find(long offset) {
        for (int i = 0; i < offsets.length; i++) {
            if (offsets[i] == offset) return i;
        }
        return -1;
    }
}
