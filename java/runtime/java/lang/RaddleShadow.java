package java.lang;

import static java.lang.RaddleConstants.*;

import java.lang.ref.PhantomReference;
import java.lang.ref.WeakReference;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * The shadow of an object that has no room for one: an array, or an object whose class has no added
 * field for what is asked. Found by identity in one weak table. The references are phantom ones: they
 * are not cleared before finalizers have run.
 *
 * Lookups take no lock; a lookup that runs into a resize may miss, so a thread that misses looks again under the
 * lock before it adds. Dead entries are swept out when the table is full, and after a garbage collection if it may
 * be worth it: before the next one copies what is not reachable any more.
 */
final class RaddleShadow extends PhantomReference<Object> {
    private static final Unsafe U = Unsafe.getUnsafe();
    /** No address: there is no room for the shadow words of this array. */
    private static final long UNTRACKED = 1;
    private static final long LARGE = 1 << 20;
    private static final long WORTH_IT = 1 << 17;
    private static final int ENTRY = 1 << 6;

    private static RaddleShadow[] table = new RaddleShadow[1 << 12];
    private static int entries;
    /** Longs that entries and the shadow words of arrays take, roughly; and how many did after the last sweep. */
    private static long size;
    private static long lived;
    /** Cleared by the next garbage collection. */
    private static WeakReference<Object> canary = new WeakReference<>(new Object());
    /** The table's lock. */
    private static final RaddleGate GATE = new RaddleGate();
    /** How often dead entries were swept out. */
    private static volatile int sweeps;
    /** Held by the thread that makes room; and whether the last time was of little use. */
    private static final RaddleGate RECLAIMER = new RaddleGate();
    private static volatile boolean isHopeless;

    private final int hash;
    private RaddleShadow next;

    /**
     * For an array: how many elements there are, in how many blocks, and the address of a line for each block, see
     * {@link RaddleBlocks}. A thread that uses the words keeps the array reachable meanwhile.
     */
    int length;
    int blocks;
    long words;
    /** Some block has more than its line. */
    boolean isFine;
    /** By slot: the access cache of that slot's thread. */
    private RaddleAccessCache[] accessCaches;
    /** Longs beside the lines, roughly. */
    private long more;
    /** In event mode: the numbers of the elements. */
    private long[] numbers;
    /** For an array: the sync words of its elements. */
    private volatile long[] syncs;
    /** For any other object: the sync words of fields that have none of their own. */
    private volatile Place places;
    /** The allocation site of the array; 0 if not known. */
    int allocationSite;
    /** The sync words of the monitor, of all other synchronisation through the object, and of its constructor. */
    long monitorWord;
    long syncWord;
    long constructedWord;
    int lockNumber;
    /** For an object with final fields: it was published without order; a bit for each slot that got it so. */
    boolean isPublished;
    long gotBy;
    /** Numbers in a controlled schedule, and of which: as {@link RaddleControl} has them. */
    int number;
    int schedule;
    int insideNumber;
    int insideSchedule;
    int monitorNumber;
    int monitorSchedule;
    long threadNumber;
    /** For a class: pairs of a static field's offset and the address of its words. */
    long[] statics;

    private RaddleShadow(Object object, int hash) {
        super(object, null);
        this.hash = hash;
    }

    @ForceInline
    private static int hash(Object object) {
        return RaddleControl.ON ? RaddleChance.hashCode(object) : System.identityHashCode(object);
    }

    /** The shadow of {@code object}, or null. */
    @ForceInline
    static RaddleShadow find(Object object) {
        return find(object, hash(object));
    }

    @ForceInline
    private static RaddleShadow find(Object object, int hash) {
        RaddleShadow[] t = table;
        for (RaddleShadow s = t[index(hash, t.length)]; s != null; s = s.next) {
            if (s.hash == hash && s.refersTo(object)) return s;
        }
        return null;
    }

    /** Where hash codes are counted, those of the objects of each schedule differ in a few of the higher bits only. */
    @ForceInline
    private static int index(int hash, int length) {
        int spread = hash * 0x9E3779B1;
        return (spread ^ spread >>> 16) & (length - 1);
    }

    /** The shadow of {@code object}, made now if there was none. */
    static RaddleShadow of(Object object) {
        int hash = hash(object);
        RaddleShadow s = find(object, hash);
        return s != null ? s : add(object, new RaddleShadow(object, hash));
    }

    @DontInline
    @ReservedStackAccess
    private static RaddleShadow add(Object object, RaddleShadow fresh) {
        GATE.lock();
        try {
            RaddleShadow s = find(object, fresh.hash);
            if (s != null) {
                fresh.giveBack();
                return s;
            }
            if (entries >= table.length - (table.length >> 2) || isWorthIt()) resize();
            RaddleShadow[] t = table;
            int i = index(fresh.hash, t.length);
            fresh.next = t[i];
            U.storeFence();
            t[i] = fresh;
            entries++;
            size += fresh.size();
            return fresh;
        } finally {
            GATE.held = 0;
        }
    }

    private long size() {
        return ENTRY + ((long) blocks << RaddleBlocks.LINE) + more;
    }

    /** The array is gone. */
    private void giveBack() {
        if (blocks == 0) return;
        for (int block = 0; isFine && block < blocks; block++) RaddleBlocks.coarsen(this, block);
        RaddleShadowMemory.give(words, blocks << RaddleBlocks.LINE);
        for (int slot = 0; accessCaches != null && slot < accessCaches.length; slot++) {
            if (accessCaches[slot] != null) accessCaches[slot].giveBack();
        }
    }

    private static boolean isWorthIt() {
        return size - lived > Math.max(WORTH_IT, lived >> 2) && canary.refersTo(null);
    }

    private static void resize() {
        RaddleShadow[] old = table;
        int live = 0;
        size = 0;
        for (int i = 0; i < old.length; i++) {
            RaddleShadow kept = null;
            for (RaddleShadow s = old[i], next; s != null; s = next) {
                next = s.next;
                if (!s.refersTo(null)) {
                    s.next = kept;
                    kept = s;
                    live++;
                    size += s.size();
                } else {
                    s.giveBack();
                }
            }
            old[i] = kept;
        }
        sweepLoose();
        sweeps++;
        entries = live;
        lived = size;
        canary = new WeakReference<>(new Object());
        if (live < old.length >> 1) return;
        RaddleShadow[] grown = new RaddleShadow[old.length << 1];
        for (int i = 0; i < old.length; i++) {
            for (RaddleShadow s = old[i], next; s != null; s = next) {
                next = s.next;
                int j = index(s.hash, grown.length);
                s.next = grown[j];
                grown[j] = s;
            }
        }
        U.storeFence();
        table = grown;
    }

    /** The shadow of an array, ready for accesses. */
    @DontInline
    static RaddleShadow ofArray(Object array, RaddleThread t) {
        if (array == null) return null;
        int hash = hash(array);
        RaddleShadow s = find(array, hash);
        if (s == null) {
            s = new RaddleShadow(array, hash);
            s.prepare(array, t);
            s = add(array, s);
        }
        if (s.words == 0) s.prepareOnce(array, t);
        return s;
    }

    private synchronized void prepareOnce(Object array, RaddleThread t) {
        if (words == 0) prepare(array, t);
    }

    private void prepare(Object array, RaddleThread t) {
        if (allocationSite == 0 && t.recentArrays != null) {
            for (int i = 0; i < t.recentArrays.length; i++) {
                if (t.recentArrays[i] == array) allocationSite = t.recentSites[i];
            }
        }
        cover(java.lang.reflect.Array.getLength(array));
    }

    private void cover(int elements) {
        int count = elements + (1 << RaddleBlocks.BITS) - 1 >>> RaddleBlocks.BITS;
        long at = room(count << RaddleBlocks.LINE);
        if (at == 0) {
            at = UNTRACKED;
        } else {
            more = 0;
            length = elements;
            blocks = count;
        }
        U.storeFence();
        words = at;
    }

    /** The address of so many longs; 0 if there is no room, which makes the run incomplete. */
    long room(int longs) {
        if (longs == 0) return 0;
        int before = sweeps;
        long at = RaddleShadowMemory.take(longs);
        while (at == 0 && reclaim(before)) {
            before = sweeps;
            at = RaddleShadowMemory.take(longs);
        }
        if (at != 0) more += longs;
        else RaddleNative.incomplete(NO_MEMORY);
        return at;
    }

    /** Shadow words do not count as heap, so the garbage collector may find their dead arrays late. */
    private static boolean reclaim(int before) {
        for (int i = 0; !RECLAIMER.tryLock(); i++) RaddleNative.pause(i);
        try {
            // Another thread was faster.
            if (sweeps != before) return true;
            if (isHopeless) return false;
            Runtime.getRuntime().gc();
            GATE.lock();
            long used = size;
            boolean isFirst = sweeps == before;
            resize();
            if (isFirst) isHopeless = size > used - (used >> 3);
            GATE.held = 0;
            return true;
        } finally {
            RECLAIMER.held = 0;
        }
    }

    RaddleAccessCache cache(int slot) {
        RaddleAccessCache[] all = accessCaches;
        RaddleAccessCache v = all == null || slot >= all.length ? null : all[slot];
        return v != null ? v : newCache(slot);
    }

    private synchronized RaddleAccessCache newCache(int slot) {
        RaddleAccessCache[] all = accessCaches;
        if (all == null || all.length <= slot) {
            RaddleAccessCache[] grown = new RaddleAccessCache[slot + 2];
            for (int i = 0; all != null && i < all.length; i++) grown[i] = all[i];
            all = grown;
        }
        RaddleAccessCache v = new RaddleAccessCache(this, slot);
        U.storeFence();
        all[slot] = v;
        accessCaches = all;
        return v;
    }

    /** Invalidates a block in the access caches of all threads. */
    void invalidate(int block) {
        RaddleAccessCache[] all = accessCaches;
        for (int slot = 0; slot < all.length; slot++) {
            if (all[slot] != null) all[slot].invalidate(block);
        }
    }

    synchronized long[] numbers() {
        if (numbers == null) numbers = new long[length];
        return numbers;
    }

    /** The sync word of one field of the object. */
    static final class Place {
        final long offset;
        final Place next;
        long word;

        Place(long offset, Place next) {
            this.offset = offset;
            this.next = next;
        }
    }

    static final long PLACE_WORD = U.objectFieldOffset(Place.class, "word");

    Place place(long offset) {
        Place first = places;
        for (Place p = first; p != null; p = p.next) {
            if (p.offset == offset) return p;
        }
        synchronized (this) {
            for (Place p = places; p != first; p = p.next) {
                if (p.offset == offset) return p;
            }
            return places = new Place(offset, places);
        }
    }

    long[] syncs(Object array) {
        long[] all = syncs;
        if (all != null) return all;
        synchronized (this) {
            if (syncs == null) {
                int length = java.lang.reflect.Array.getLength(array);
                // One sync word for all of them, if there is no room for more.
                syncs = new long[Math.max(1, fits(length * 8L) ? length : 1)];
            }
            return syncs;
        }
    }

    /** The offset in {@link #syncs} of the sync word for the element at this offset of the array. */
    static long syncOffset(long[] syncs, Class<?> array, long offset) {
        int i = index(array, offset);
        return RaddleMemory.BASE + ((long) (i >= 0 && i < syncs.length ? i : 0) << 3);
    }

    private static final long REFERENCES = RaddleNative.arrayBase(Object[].class);
    private static final int REFERENCE = U.arrayIndexScale(Object[].class);

    /** The index of the element at this offset of an array. */
    static int index(Class<?> array, long offset) {
        if (!array.getComponentType().isPrimitive()) return (int) ((offset - REFERENCES) / REFERENCE);
        return (int) ((offset - base(array)) / U.arrayIndexScale(array));
    }

    private static final long INTS = RaddleNative.arrayBase(int[].class);
    private static final long BYTES = RaddleNative.arrayBase(byte[].class);

    private static long base(Class<?> array) {
        if (array == int[].class) return INTS;
        if (array == long[].class) return RaddleMemory.BASE;
        return array == byte[].class ? BYTES : RaddleNative.arrayBase(array);
    }

    // Lists have their shadow themselves; what is left here is to give its words back.

    private static RaddleShadow loose;

    /** The shadow words of a list's elements, with what {@code old} has already; null if there is no room. */
    static RaddleShadow ofList(Object list, RaddleShadow old, int size, int site) {
        RaddleShadow s = new RaddleShadow(list, 0);
        s.allocationSite = site;
        s.cover(size + (size >> 1) + 1);
        if (s.length == 0) return null;
        for (int block = 0; old != null && block < old.blocks; block++) {
            RaddleBlocks.copy(old, s, block);
        }
        if (old != null && old.numbers != null) System.arraycopy(old.numbers, 0, s.numbers(), 0, old.length);
        addLoose(s);
        return s;
    }

    @ReservedStackAccess
    private static void addLoose(RaddleShadow s) {
        GATE.lock();
        if (isWorthIt()) resize();
        s.next = loose;
        loose = s;
        size += s.size();
        GATE.held = 0;
    }

    private static void sweepLoose() {
        RaddleShadow kept = null;
        for (RaddleShadow s = loose, next; s != null; s = next) {
            next = s.next;
            if (s.refersTo(null)) {
                s.giveBack();
            } else {
                s.next = kept;
                kept = s;
                size += s.size();
            }
        }
        loose = kept;
    }

    private static boolean fits(long bytes) {
        if (bytes < LARGE) return true;
        Runtime r = Runtime.getRuntime();
        return bytes < (r.maxMemory() - (r.totalMemory() - r.freeMemory())) / 2;
    }

    /** Where the class number and the word for synchronisation are, behind the read and the write word. */
    static final long STATIC_NUMBER = 16;
    static final long STATIC_SYNC = 24;

    /** The address of the words of a static field. */
    static long staticWords(Class<?> c, long offset) {
        RaddleShadow s = of(c);
        synchronized (s) {
            long[] pairs = s.statics;
            int n = pairs == null ? 0 : pairs.length;
            for (int i = 0; i < n; i += 2) {
                if (pairs[i] == offset) return pairs[i + 1];
            }
            long[] more = new long[n + 2];
            for (int i = 0; i < n; i++) more[i] = pairs[i];
            more[n] = offset;
            more[n + 1] = RaddleNative.words(4);
            s.statics = more;
            return more[n + 1];
        }
    }
}
