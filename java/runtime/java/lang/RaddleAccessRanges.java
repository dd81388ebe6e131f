package java.lang;

import jdk.internal.vm.annotation.DontInline;

/**
 * What a loop has gone through by now: elements, told all at once, and fields. Nothing in the loop could
 * synchronise, so the thread is still in the epoch in which it accessed them.
 */
final class RaddleAccessRanges {
    private RaddleAccessRanges() {}

    @DontInline
    static RaddleAccessCache tell(
            Object a, int first, int last, int step, RaddleAccessCache v, RaddleThread t, int site, int op) {
        if (t == null || t.epoch == 0 && RaddleSync.wake(t) == 0 || !a.getClass().isArray()) return null;
        int from = Math.min(first, last);
        if (from < 0) return v;
        t.late = true;
        try {
            return RaddleBlocks.range(a, from, Math.max(first, last) + 1, Math.abs(step), v, t, site, op);
        } finally {
            t.late = false;
        }
    }

    @DontInline
    static void get(Object o, RaddleThread t, int site, long d) {
        t.late = true;
        try {
            RaddleMemory.getField(o, t, site, d);
        } finally {
            t.late = false;
        }
    }

    @DontInline
    static void put(Object o, RaddleThread t, int site, long d) {
        t.late = true;
        try {
            RaddleMemory.putField(o, t, site, d);
        } finally {
            t.late = false;
        }
    }
}
