package java.lang;

/**
 * The doors to the agent. Nothing here is on a fast path. A {@code handle} is the address of a
 * thread's record, whose head is read by {@link RaddleSync#load}.
 */
final class RaddleNative {
    private RaddleNative() {}

    static {
        register();
    }

    /**
     * Binds all other methods. This one is found by its name; the JVM warns, on stdout, when an agent
     * binds methods of {@code java.base} in any other way.
     */
    private static native void register();

    /** Address of the table of resolved sites: one long per site. */
    static native long sites();
    /** Address of the table of class-initialisation words: one long per class number. */
    static native long classes();
    /** Address of the table of allocation counts: one int per site. */
    static native long counts();
    /** {@code Unsafe.arrayBaseOffset}, whose result type depends on the JDK. */
    static native long arrayBase(Class<?> array);
    /** Whether every event goes to the detector in Rust. */
    static native boolean pure();

    static native long adopt(Thread thread);
    static native long fork(long parent, Thread child);
    static native void end(long handle, Thread thread);
    static native void join(long handle, long child);
    /** The clock is full: continue under a new slot. */
    static native void renew(long handle);

    /** Joins what {@code word} stands for into the thread's clock. False: the word is out of date. */
    static native boolean acquire(long handle, long word);
    /** A word that stands for {@code word} and this thread's clock together. */
    static native long publish(long handle, long word);
    /** Lets other threads run for a moment. */
    static native void pause();
    /** Joins all that any thread has done so far. */
    static native void joinAll(long handle);
    /** For the pure detector: no events but this thread's, until {@link #letGo}. */
    static native void hold();
    static native void letGo();

    /** A shared read vector with two entries; 0 if there is no room left. */
    static native long shareReads(long first, long second);
    /** A larger copy of a shared read vector with one entry more; 0 if there is no room left. */
    static native long growReads(long word, long entry);
    /** Copies what was written to {@code from} since the copy was taken. */
    static native void mergeReads(long from, long into);
    static native void dropReads(long word);

    /** Zeroed memory for {@code n} longs that lives as long as the JVM. */
    static native long words(int n);
    /** A new number, for variables and synchronisation objects of the pure detector. */
    static native long number();
    static native int lockNumber(Class<?> type);

    /** The class whose code called the hook. */
    static native Class<?> caller();
    /** The name of the class that the instruction at {@code site} takes the field from. */
    static native String owner(int site);
    /** The name of the class that declares that field; null if it is not known. */
    static native String declaring(int site);
    /**
     * What the field at {@code site} is: a constant of {@link RaddleMemory} in the low byte, the class
     * number above it. Fills {@code out}: the declaring class, then the names of the shadow fields or,
     * for a static field, the field.
     */
    static native int describe(Class<?> from, int site, Object[] out);
    /** The class at or above {@code type} that has the monitor word, or null. */
    static native Class<?> lockClass(Class<?> type);
    /** Triples of declaring class, field name and shadow name for the volatile fields of {@code type}. */
    static native Object[] volatileFields(Class<?> type);

    /**
     * The plain fields of {@code type} that are checked, inherited ones included, or its own static ones:
     * declaring class, name, and the field itself if it is static.
     */
    static native Object[] plainFields(Class<?> type, boolean isStatic);
    /** Declaring class, name and descriptor of the fields that were added to objects of this class. */
    static native Object[] addedFields(Class<?> type);
    /** A site that stands for a field alone. */
    static native int fieldSite(Class<?> declaring, String name, boolean isStatic);

    /** {@code index}: of an element, else -1. {@code detail}: see {@code Target} in the agent. */
    static native void race(long handle, long other, int ops, int site, int detail, int index, Object object);
    static native void access(long handle, long variable, int ops, int site, int detail, int index, Object object);
    static native void sync(long handle, long object, int what, int site);
    static native void incomplete(int reason);
}
