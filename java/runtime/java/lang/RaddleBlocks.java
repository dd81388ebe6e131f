package java.lang;

import static java.lang.RaddleConstants.*;

import java.lang.ref.Reference;
import jdk.internal.misc.Unsafe;
import jdk.internal.vm.annotation.DontInline;
import jdk.internal.vm.annotation.ForceInline;
import jdk.internal.vm.annotation.ReservedStackAccess;

/**
 * FastTrack on the elements of arrays, in blocks of 64. Elements of a block that were last accessed in the same
 * epoch and at the same site share an access record: a shadow word, as in {@link RaddleMemory}, and a bit per
 * element. A few records are enough as long as threads go through an array in order; a block that needs more has a
 * shadow word for each element ("fine"). Nothing is rounded either way: which element was accessed when and where
 * is known exactly.
 *
 * A block is a line of longs at {@link RaddleShadow#words}:
 * <pre>
 * TAG the epoch of the thread that was here last; BUSY while a thread works on the block CLEAR the epoch of a
 * thread that had seen all records of others when it came here WRITES three times a shadow word and the elements
 * that it stands for; or FINE READS the same, four times; threads that read side by side have a record each
 * </pre>
 * A thread with a new access takes the block by its tag, checks it, adds a record, and enters the access in its
 * {@link RaddleAccessCache}. A write that races invalidates the block in the caches of the other threads, since it
 * has replaced their records.
 */
final class RaddleBlocks {
    private RaddleBlocks() {}

    static final int BITS = 6;
    /** Longs per block, as a power of two. */
    static final int LINE = 4;

    private static final long TAG = 0;
    private static final long CLEAR = 8;
    private static final long WRITES = 16;
    private static final long READS = 64;
    private static final long END = 128;
    private static final long RECORD = 16;

    private static final long BUSY = -1;
    /**
     * In the place of the first word: every element has shadow words. Their address follows, and how many they are.
     */
    private static final long FINE = -1;
    private static final long FINE_AT = 8;
    private static final long FINE_LONGS = 16;

    private static final int SPINS = 100;

    private static final Unsafe U = Unsafe.getUnsafe();
    /** By step: every so-manieth element of a block, from the first one on. */
    private static final long[] STEPS = steps();
    /** Elements share records, unless that optimisation is disabled. */
    private static final boolean SHARED = (RaddleNative.disabled() & WITHOUT_BLOCKS) == 0;

    private static long[] steps() {
        long[] all = new long[1 << BITS];
        for (int step = 1; step < all.length; step++) {
            for (int i = 0; i < all.length; i += step) all[step] |= 1L << i;
        }
        return all;
    }

    private static long line(RaddleShadow s, int block) {
        return s.words + ((long) block << LINE + 3);
    }

    private static long records(long line, int op) {
        return line + (op == WRITE ? WRITES : READS);
    }

    private static long end(long line, int op) {
        return line + (op == WRITE ? READS : END);
    }

    @DontInline
    static RaddleAccessCache read(Object a, int i, RaddleAccessCache v, RaddleThread t, int site) {
        v = cache(a, v, t, site);
        if (v == null || i < 0 || i >= v.shadow.length || v.hasRecorded(i, t.epoch)) return v;
        v.open(false);
        if (!follow(v, i >>> BITS, 1L << i, t, site, false)) access(v, a, i >>> BITS, 1L << i, t, site, READ);
        return v;
    }

    @DontInline
    static RaddleAccessCache write(Object a, int i, RaddleAccessCache v, RaddleThread t, int site) {
        v = cache(a, v, t, site);
        if (v == null || i < 0 || i >= v.shadow.length || v.hasWritten(i, t.epoch)) return v;
        v.open(true);
        if (!follow(v, i >>> BITS, 1L << i, t, site, true)) access(v, a, i >>> BITS, 1L << i, t, site, WRITE);
        return v;
    }

    /**
     * The short way for elements that follow others: the thread was here last, has seen the accesses of all other
     * records, and has a record of its own for this site. In any other case nothing is recorded yet.
     */
    @ForceInline
    @ReservedStackAccess
    private static boolean follow(
            RaddleAccessCache v, int block, long elements, RaddleThread t, int site, boolean writes) {
        long at = line(v.shadow, block);
        long epoch = t.epoch;
        long records = records(at, writes ? WRITE : READ);
        long end = end(at, writes ? WRITE : READ);
        if (t.busy || t.optimistic == epoch || U.getLong(at + CLEAR) != epoch) return false;
        long mine = records;
        while (U.getLong(mine) != (epoch | site)) {
            if ((mine += RECORD) == end) return false;
        }
        if (!U.compareAndSetLong(null, at + TAG, epoch, BUSY)) return false;
        for (long record = records; record < end; record += RECORD) {
            long theirs = U.getLong(record + 8);
            if ((theirs & elements) != 0) U.putLong(record + 8, theirs & ~elements);
        }
        U.putLong(mine + 8, U.getLong(mine + 8) | elements);
        v.add(block, elements, epoch, writes);
        U.putLongRelease(null, at + TAG, epoch);
        return true;
    }

    private static RaddleAccessCache cache(Object a, RaddleAccessCache v, RaddleThread t, int site) {
        if (t.epoch == 0 && RaddleSync.wake(t) == 0) return null;
        return v != null && v.slot == t.slot && v.shadow.refersTo(a) ? v : RaddleAccessCache.of(a, t, site);
    }

    /**
     * The elements {@code from, from + step, ...} below {@code to}; bounds are cut to the array's.
     */
    static RaddleAccessCache range(
            Object a, int from, int to, int step, RaddleAccessCache v, RaddleThread t, int site, int op) {
        v = cache(a, v, t, site);
        if (v == null) return null;
        to = Math.min(to, v.shadow.length);
        for (long i = from; i < to; ) {
            int block = (int) i >>> BITS;
            long end = Math.min(to, (long) block + 1 << BITS);
            long elements = (step < STEPS.length ? STEPS[step] : 1L) << i & -1L >>> -end;
            i = step == 1 ? end : i + (long) step * Long.bitCount(elements);
            if (!v.has(block, elements, t.epoch, op == WRITE)) {
                access(v, a, block, elements, t, site, op);
            }
        }
        Reference.reachabilityFence(a);
        return v;
    }

    /** Elements of one block. */
    static RaddleAccessCache several(
            Object a, int block, long elements, RaddleAccessCache v, RaddleThread t, int site, int op) {
        v = cache(a, v, t, site);
        if (v == null || block >= v.shadow.blocks || v.has(block, elements, t.epoch, op == WRITE)) return v;
        v.open(op == WRITE);
        access(v, a, block, elements, t, site, op);
        return v;
    }

    private static void access(
            RaddleAccessCache v, Object a, int block, long elements, RaddleThread t, int site, int op) {
        boolean writes = op == WRITE;
        if (t.busy || !writes && t.optimistic == t.epoch) return;
        RaddleShadow s = v.shadow;
        if (RaddleMemory.EVENT_MODE) {
            for (long left = elements; left != 0; left &= left - 1) {
                int i = (block << BITS) + Long.numberOfTrailingZeros(left);
                long variable = RaddleMemory.variable(s.numbers(), RaddleMemory.BASE + ((long) i << 3));
                RaddleMemory.access(t, variable, op, site, s.allocationSite, i, a);
            }
            return;
        }
        if (t.racedWith == null) {
            t.racedAt = new int[MOST_RACES];
            t.racedWith = new long[MOST_RACES];
        }
        if (checkAndRecord(v, s, block, elements, t, site, writes)) v.open(writes);
        if (t.raced != 0) report(s, a, block, t, site, op);
        Reference.reachabilityFence(a);
    }

    /** Checks, records, and enters into the cache. True if this was recorded before and was not in the cache. */
    @ReservedStackAccess
    private static boolean checkAndRecord(
            RaddleAccessCache v, RaddleShadow s, int block, long elements, RaddleThread t, int site, boolean writes) {
        long at = line(s, block);
        long tag = take(at);
        long epoch = t.epoch;
        if (tag != epoch) U.putLong(at + CLEAR, hasAll(at, t) ? epoch : 0);
        if (U.getLong(at + CLEAR) != epoch) {
            check(at, elements, t, WRITE);
            if (writes) check(at, elements, t, READ);
            if (writes && t.raced != 0) s.invalidate(block);
        }
        boolean repeated = addRecord(s, at, elements, t, epoch | site, writes ? WRITE : READ);
        v.add(block, elements, epoch, writes);
        U.putLongRelease(null, at + TAG, epoch);
        return repeated;
    }

    @ForceInline
    private static long take(long at) {
        for (int spins = 0; ; spins++) {
            long tag = U.getLongVolatile(null, at + TAG);
            if (tag != BUSY && U.compareAndSetLong(null, at + TAG, tag, BUSY)) return tag;
            if (spins < SPINS) Thread.onSpinWait();
            else RaddleNative.pause(spins - SPINS);
        }
    }

    /** Whether the thread has seen all accesses that the records of a block stand for. */
    private static boolean hasAll(long at, RaddleThread t) {
        if (U.getLong(at + WRITES) == FINE || U.getLong(at + READS) == FINE) return false;
        for (long record = at + WRITES; record < at + END; record += RECORD) {
            if (!RaddleMemory.ordered(t, U.getLong(record))) return false;
        }
        return true;
    }

    /** Collects the accesses among these records that the thread has not seen. */
    private static void check(long at, long elements, RaddleThread t, int op) {
        long records = records(at, op);
        if (U.getLong(records) == FINE) {
            checkFine(U.getLong(records + FINE_AT), U.getLong(records + FINE_LONGS), elements, t, op);
            return;
        }
        for (long record = records, end = end(at, op); record < end; record += RECORD) {
            long common = U.getLong(record + 8) & elements;
            if (common == 0) continue;
            long word = U.getLong(record);
            if (!RaddleMemory.ordered(t, word)) note(t, word, op, Long.numberOfTrailingZeros(common));
        }
    }

    private static void checkFine(long fine, long longs, long elements, RaddleThread t, int op) {
        for (long round = 0; round < longs; round += 1 << BITS) {
            for (long left = elements; left != 0; left &= left - 1) {
                int i = Long.numberOfTrailingZeros(left);
                long word = U.getLong(fine + (round + i << 3));
                if (!RaddleMemory.ordered(t, word)) note(t, word, op, i);
            }
        }
    }

    /**
     * Records the elements. A write replaces all records; a read those of reads that it has seen. True if all of
     * them had this record already.
     */
    private static boolean addRecord(RaddleShadow s, long at, long elements, RaddleThread t, long me, int op) {
        long records = records(at, op);
        boolean writes = op == WRITE;
        if (U.getLong(records) != FINE) {
            long place = 0;
            long free = 0;
            for (long record = records, end = end(at, op); record < end; record += RECORD) {
                long word = U.getLong(record);
                if (word == me) {
                    place = record;
                    continue;
                }
                long left = U.getLong(record + 8);
                if ((left & elements) != 0 && (writes || replaces(t, word))) {
                    left &= ~elements;
                    U.putLong(record + 8, left);
                }
                if (left == 0) free = record;
            }
            if (place != 0 && SHARED) {
                long before = U.getLong(place + 8);
                U.putLong(place + 8, before | elements);
                return (elements & ~before) == 0;
            }
            if (free != 0 && SHARED) {
                U.putLong(free, me);
                U.putLong(free + 8, elements);
                return false;
            }
            if (!refine(s, at, op)) return false;
        }
        boolean repeated = true;
        for (long left = elements; left != 0; left &= left - 1) {
            long fine = fineWord(s, records, Long.numberOfTrailingZeros(left), t, writes);
            if (fine == 0) return false;
            repeated &= U.getLong(fine) == me;
            U.putLong(fine, me);
        }
        return repeated;
    }

    /**
     * The address of the shadow word for an access to an element; reads side by side go to further rounds of 64.
     */
    private static long fineWord(RaddleShadow s, long records, long i, RaddleThread t, boolean writes) {
        long fine = U.getLong(records + FINE_AT);
        if (writes) return fine + (i << 3);
        long longs = U.getLong(records + FINE_LONGS);
        for (; i < longs; i += 1 << BITS) {
            long word = U.getLong(fine + (i << 3));
            if (word == 0 || replaces(t, word)) return fine + (i << 3);
        }
        return lengthen(s, records) ? U.getLong(records + FINE_AT) + (i << 3) : 0;
    }

    /** Whether a read by the thread races with whatever that read races with. */
    static boolean replaces(RaddleThread t, long read) {
        return RaddleMemory.slot(read) == t.slot || RaddleMemory.ordered(t, read);
    }

    /** Shadow words per element instead of records; false if there is no room. */
    private static boolean refine(RaddleShadow s, long at, int op) {
        long records = records(at, op);
        int rounds = rounds(records, end(at, op));
        long fine = s.room(rounds << BITS);
        if (fine == 0) return false;
        for (long record = records, end = end(at, op); record < end; record += RECORD) {
            for (long left = U.getLong(record + 8); left != 0; left &= left - 1) {
                long i = Long.numberOfTrailingZeros(left);
                while (U.getLong(fine + (i << 3)) != 0) i += 1 << BITS;
                U.putLong(fine + (i << 3), U.getLong(record));
            }
            U.putLong(record, 0);
            U.putLong(record + 8, 0);
        }
        U.putLong(records, FINE);
        U.putLong(records + FINE_AT, fine);
        U.putLong(records + FINE_LONGS, (long) rounds << BITS);
        s.isFine = true;
        return true;
    }

    /** How many of these records stand for the same element, at most. */
    private static int rounds(long records, long end) {
        long once = 0;
        long twice = 0;
        long thrice = 0;
        for (long record = records; record < end; record += RECORD) {
            long elements = U.getLong(record + 8);
            if ((thrice & elements) != 0) return 4;
            thrice |= twice & elements;
            twice |= once & elements;
            once |= elements;
        }
        if (thrice != 0) return 3;
        return twice != 0 ? 2 : 1;
    }

    private static boolean lengthen(RaddleShadow s, long records) {
        long fine = U.getLong(records + FINE_AT);
        int longs = (int) U.getLong(records + FINE_LONGS);
        long longer = s.room(longs + (1 << BITS));
        if (longer == 0) return false;
        copyLongs(fine, longer, longs);
        U.putLong(records + FINE_AT, longer);
        U.putLong(records + FINE_LONGS, longs + (1 << BITS));
        RaddleShadowMemory.give(fine, longs);
        return true;
    }

    private static void copyLongs(long from, long to, int longs) {
        for (long i = 0; i < longs * 8L; i += 8) U.putLong(to + i, U.getLong(from + i));
    }

    /** Gives back the shadow words of the elements of a block that is no longer used. */
    static void coarsen(RaddleShadow s, int block) {
        for (int op = READ; op <= WRITE; op++) {
            long records = records(line(s, block), op);
            if (U.getLong(records) != FINE) continue;
            RaddleShadowMemory.give(U.getLong(records + FINE_AT), (int) U.getLong(records + FINE_LONGS));
        }
    }

    /** The shadow word of the last write to an element; 0 if none is known. The agent asks this. */
    @ReservedStackAccess
    static long lastWrite(Object a, int i) {
        RaddleShadow s = RaddleShadow.find(a);
        if (s == null || i >= s.length) return 0;
        long at = line(s, i >>> BITS);
        long tag = take(at);
        long found = 0;
        if (U.getLong(at + WRITES) == FINE) {
            found = U.getLong(U.getLong(at + WRITES + FINE_AT) + ((i & (1L << BITS) - 1) << 3));
        } else {
            for (long record = at + WRITES; record < at + READS; record += RECORD) {
                if ((U.getLong(record + 8) >>> i & 1) != 0) found = U.getLong(record);
            }
        }
        U.putLongRelease(null, at + TAG, tag);
        Reference.reachabilityFence(a);
        return found;
    }

    /** Records reads of another time in a shadow that has none yet and that no other thread has. */
    static void enter(RaddleShadow s, int block, long elements, long word) {
        if (block >= s.blocks) return;
        U.putLong(line(s, block) + READS, word);
        U.putLong(line(s, block) + READS + 8, elements);
    }

    /** Copies what is known of a block, to a new shadow of the same object. */
    @ReservedStackAccess
    static void copy(RaddleShadow from, RaddleShadow to, int block) {
        long at = line(from, block);
        long copy = line(to, block);
        long tag = take(at);
        for (long word = WRITES; word < END; word += 8) U.putLong(copy + word, U.getLong(at + word));
        for (int op = READ; op <= WRITE; op++) {
            long records = records(copy, op);
            if (U.getLong(records) != FINE) continue;
            int longs = (int) U.getLong(records + FINE_LONGS);
            long fine = to.room(longs);
            if (fine != 0) copyLongs(U.getLong(records + FINE_AT), fine, longs);
            else U.putLong(records, 0);
            U.putLong(records + FINE_AT, fine);
            if (fine == 0) U.putLong(records + FINE_LONGS, 0);
            to.isFine = true;
        }
        U.putLongRelease(null, at + TAG, tag);
    }

    // Races are reported once the block is free again.

    /** More sites than these are not found in a block at once. */
    private static final int MOST_RACES = 16;

    private static void note(RaddleThread t, long word, int op, int i) {
        for (int n = 0; n < t.raced; n++) {
            boolean same = ((t.racedWith[n] ^ word) & RaddleMemory.SITE_MASK) == 0;
            if (same && (t.racedAt[n] & 1) == op) return;
        }
        if (t.raced == MOST_RACES) return;
        t.racedWith[t.raced] = word;
        t.racedAt[t.raced++] = i << 1 | op;
    }

    private static void report(RaddleShadow s, Object a, int block, RaddleThread t, int site, int op) {
        for (int n = 0; n < t.raced; n++) {
            int ops = (t.racedAt[n] & 1) << EARLIER_SHIFT | op;
            long word = t.racedWith[n];
            if (RaddleAtomics.areInMode(site, (int) word & RaddleMemory.SITE_MASK)) continue;
            int at = known(t, word, ops, site, s.allocationSite);
            if (at < 0) {
                U.getAndAddLong(null, t.knownRaces[~at + 1], 1);
                continue;
            }
            int i = (block << BITS) + (t.racedAt[n] >> 1);
            long count = RaddleMemory.race(t, word, ops, site, s.allocationSite, i, a);
            // A reference that is read may explain what is found behind it: each time counts.
            if (count == 0 || !a.getClass().isArray() || !a.getClass().getComponentType().isPrimitive()) continue;
            t.knownRaces[at] = race(word, ops, site, s.allocationSite);
            t.knownRaces[at + 1] = count;
        }
        t.raced = 0;
    }

    /** Races that a thread keeps to count them without a call. */
    private static final int KNOWN = 64;

    /** Where a race is among those that are known, negated bit by bit; or where it would be. */
    private static int known(RaddleThread t, long word, int ops, int site, int allocationSite) {
        if (t.knownRaces == null) t.knownRaces = new long[2 * KNOWN];
        long race = race(word, ops, site, allocationSite);
        int at = (int) (race * 0x9e3779b97f4a7c15L >>> 58) * 2;
        return t.knownRaces[at] == race ? ~at : at;
    }

    private static long race(long word, int ops, int site, int allocationSite) {
        long sites = word & RaddleMemory.SITE_MASK | (long) site << SITE_BITS;
        return sites | (long) allocationSite << 2 * SITE_BITS | (long) ops << 3 * SITE_BITS;
    }
}
