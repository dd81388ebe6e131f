package java.lang;

import jdk.internal.vm.annotation.DontInline;

/**
 * The access ranges of a loop that is over: elements, recorded all at once, and fields. Nothing in the loop could
 * synchronise, so the thread is still in the epoch in which it accessed them.
 */
final class RaddleAccessRanges {
    private RaddleAccessRanges() {}

    @DontInline
    static RaddleAccessCache record(
            Object a, int first, int last, int step, RaddleAccessCache v, RaddleThread t, int site, int op) {
        if (t == null || t.epoch == 0 && RaddleSync.wake(t) == 0 || !a.getClass().isArray()) return null;
        int from = Math.min(first, last);
        if (from < 0) return v;
        t.deferred = true;
        try {
            return RaddleBlocks.range(a, from, Math.max(first, last) + 1, Math.abs(step), v, t, site, op);
        } finally {
            t.deferred = false;
        }
    }

    @DontInline
    static void recordFieldRead(Object o, RaddleThread t, int site, long d) {
        t.deferred = true;
        try {
            RaddleMemory.readField(o, t, site, d);
        } finally {
            t.deferred = false;
        }
    }

    @DontInline
    static void recordFieldWrite(Object o, RaddleThread t, int site, long d) {
        t.deferred = true;
        try {
            RaddleMemory.writeField(o, t, site, d);
        } finally {
            t.deferred = false;
        }
    }
}
