package java.lang;

/**
 * The doors to the agent. Nothing here is on a fast path. A {@code handle} is the address of a
 * thread's record, whose head is read by {@link RaddleSync#load}; it is good until {@link #end},
 * {@link #rest} or {@link #renew}, and only for the thread itself.
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

    /** Address of the table where the agent finds the shadow words of static fields: one long per site. */
    static native long sites();
    /** Address of the table of the sync words of class initialisation: one long per class number. */
    static native long classes();
    /** Address of a table of counts, for {@link RaddleMemory} and {@link RaddleSites}: one int per site. */
    static native long counts();
    /** Address of a table with an int per site, for {@link #mode}. */
    static native long modes();
    /**
     * The site that stands for accesses by the call at {@code site} in modes other than plain, which is then in the
     * table for both; {@link RaddleConstants#MODE_VIEW} if the program does not choose the mode there, but the call may
     * access an array of the program through a view; {@link RaddleConstants#MODE_NONE} if it is none of these.
     */
    static native int mode(int site);
    /** {@code Unsafe.arrayBaseOffset}, whose result type depends on the JDK. */
    static native long arrayBase(Class<?> array);
    /** Whether every event goes to the detector in Rust. */
    static native boolean eventMode();
    /** Whether that goes for what a thread repeats, without having synchronised in between. */
    static native boolean repeats();
    /** Whether accesses to memory are of interest. */
    static native boolean memory();
    /** The disabled optimisations, a bit each: {@link RaddleConstants#WITHOUT_BLOCKS} and so on. */
    static native int disabled();

    /** The clock at which a thread must call {@link #renew}. */
    static native int lastClock();
    /** The most bytes that the shadows of all arrays may take. */
    static native long shadowBytes();
    /** Address of an int that is not 0 while very many threads have a clock. */
    static native long crowd();

    // The schedule. {@code turn} is the number of a thread that is controlled; a time below 0 stands for none.

    /** Whether the schedule is controlled; in which way. */
    static native boolean controlled();
    static native boolean switchesInJdk();
    /** Whether plain accesses to fields, or to elements, are switch points. */
    static native boolean switchesOn(boolean arrays);
    static native boolean realTime();
    /** Whether this JVM is one schedule, from its start on. */
    static native boolean beginsAlone();
    /** Address of a byte per site: whether a plain access there is a switch point. */
    static native long promoted();
    /** Whether values and names are to be recorded; then, what is in a variable, or was written there. */
    static native boolean explains();
    static native void explained(int turn, String variable, String object, String value, boolean isWritten);
    /** What the object of a monitor is called, and the number of the thread that it is, or 0. */
    static native void named(int object, String name, int turn);
    /** What a thread is about to park for, and the number of the thread that has it, or 0. */
    static native void parksFor(int turn, String what, int owner);
    /** The name of the field that the instruction at {@code site} accesses; null if it is none. */
    static native String fieldName(int site);
    /** Identifies a static field among others. */
    static native int staticPart(int site);
    /** The thread is about to do this: another may go first. */
    static native void point(int turn, int act, int object, int part, int site);
    /** The thread has accessed something on its way. */
    static native void touched(int object, int part, boolean writes);
    /** Returns once the monitor is free for the thread; {@code may}: another may go first even so. */
    static native void enter(int turn, int object, int site, boolean may);
    static native void exit(int turn, int object);
    /** Leaves the monitor of {@code o}, however often it was entered, and gets it back. True: it was interrupted. */
    static native boolean await(int turn, Object o, int object, long until, boolean interrupted, int site);
    static native void notify(int turn, int object, boolean all, boolean may, int site);
    static native void park(int turn, long until, boolean interrupted, int site);
    static native void unpark(int turn);
    /** True: it was interrupted. */
    static native boolean sleep(int turn, long until, boolean interrupted, int site);
    static native void interrupt(int turn);
    /** Gives the number of the new thread in the schedule. */
    static native int starting(Thread child, int id, boolean isDaemon);
    static native void gone(int turn, Thread thread, int object);
    /** One of {@link RaddleConstants#STATE_REAL} and so on. */
    static native int stateOf(int turn);
    static native void uncaught(int id, String type, String message, String[] frames);
    static native void exiting(Thread thread, int id, int status);
    /** The schedule's time; and the same once more has gone by. */
    static native long now();
    static native long time();
    /** Begins the next schedule, with this thread as its first; gives its number, -1 if there is none. */
    static native int nextSchedule(Thread thread, int id);
    /** What is to be run: a class and arguments. */
    static native String[] entry();
    /** A new object; and a method of it, or a static one, with an argument if it takes one. What is thrown comes out of here. */
    static native Object make(Class<?> type) throws Throwable;
    static native void invoke(Class<?> declaring, Object object, java.lang.reflect.Method method, String[] argument)
        throws Throwable;
    /** No schedule can be run, for this reason. */
    static native void refuse(String problem);
    /** The address of the JVM's counter from which identity hash codes come; 0 if that is not known. */
    static native long hashCounter();
    /** Whether a schedule may leave something in a class, by name, that the next one would find. */
    static native boolean keepsState(String type);
    /** The first thread has done its work. Says what is left: {@link RaddleConstants#LEFT_NOTHING} and so on. */
    static native int finish(int turn, int monitor);

    /** The number of a new thread, which {@code parent} starts. */
    static native int fork(long parent, Thread child);
    /**
     * A clock for the current thread, which has the number {@code id}, negative if no hook has seen its start, and
     * has seen what {@code seen} stands for. Gives the handle; 0 if there is no room.
     */
    static native long begin(Thread thread, int id, long seen);
    /** The clock is full: continue under a new handle; 0 if there is none. */
    static native long renew(long handle);
    /** Ends a thread. Gives the sync word of all that it has seen and done. */
    static native long end(long handle, Thread thread);
    /** Ends a thread that has no clock. */
    static native void forget(int id, Thread thread);
    /** As {@link #end}, for a thread that will go on by {@link #begin}. */
    static native long rest(long handle);
    /** In event mode: the thread has seen that {@code child} has ended. */
    static native void join(long handle, int child);
    /** The thread has seen that all have ended that the JVM waits for. */
    static native void shutdownBegins(long handle);
    static native void terminating(int signal);
    static native void died(int id, String type, String message, String[] frames);

    /**
     * Joins what {@code word} stands for into the thread's clock; into that of must-order only if it is not that of
     * a lock. False: the word is out of date.
     */
    static native boolean acquire(long handle, long word, boolean byLock);
    /** A sync word that stands for {@code word} and this thread's clock together. */
    static native long releaseInto(long handle, long word);
    /** Lets other threads run for a moment, which is longer if it is not the first {@code turn}. */
    static native void pause(int turn);
    /** Joins all that any thread has done so far. */
    static native void joinAll(long handle);
    /** In event mode: no events but this thread's, until {@link #letGo}. */
    static native void hold();
    static native void letGo();

    /** A shared read vector with two entries; 0 if there is no room left. */
    static native long shareReads(long first, long second);
    /** A larger copy of a shared read vector with one entry more; 0 if there is no room left. */
    static native long growReads(long word, long entry);
    static native void dropReads(long word);

    /** Zeroed memory for {@code n} longs that lives as long as the JVM. */
    static native long words(int n);
    /** A new number, for variables and synchronisation objects in event mode. */
    static native long number();
    /** The number of a lock by its allocation site, 0 if that is not known. */
    static native int lockNumber(Class<?> type, int allocationSite);
    /** Whether nested acquisitions are of interest. */
    static native boolean lockOrder();
    /** The thread, which holds {@code count} locks, has taken one more that it had to wait for. */
    static native void nested(long handle, int[] held, int[] heldAt, int count, int number, int at);
    /** A lock was released by a thread that did not take it. */
    static native void lockShared(int number);

    /** The class whose code called the hook. */
    static native Class<?> caller();
    /** The name of the class that the instruction at {@code site} takes the field from. */
    static native String owner(int site);
    /** The name of the class that declares that field; null if it is not known. */
    static native String declaring(int site);
    /**
     * What the field at {@code site} is: one of {@link RaddleConstants#FIELD_PLAIN} and so on in the low bits, the class
     * number above it. Fills {@code out}: the declaring class, then the names of the shadow fields or,
     * for a static field, the field.
     */
    static native int describe(Class<?> from, int site, Object[] out);
    /** Whether objects of a class have final fields that lead to others. */
    static native boolean freezes(Class<?> type);
    /** The thread is about to publish an object with such fields in a way that orders nothing. */
    static native void published(long handle, Object o);
    /** The thread got such an object so; {@code word}: if that is not 0, it was published by a release there. */
    static native void got(long handle, Object o, long word);
    /** The class number by which {@link RaddleSync#classUsed} knows what is initialised with a class; 0: nothing. */
    static native int initialisation(Class<?> type);
    /** Looks up the initialisers above a class, which has this number for them. Gives the word for that. */
    static native long ancestors(int number, Class<?> type);
    /** The class at or above {@code type} that has the monitor's sync word, or null. */
    static native Class<?> lockClass(Class<?> type);
    /** Whether the class itself declares a field of this name that is not static. */
    static native boolean declares(Class<?> type, String name);
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

    /**
     * {@code index}: of an element, else -1. {@code detail}: see {@code Target} in the agent. Gives the address
     * of a counter if it was counted up and nothing else.
     */
    static native long race(long handle, long other, int ops, int site, int detail, int index, Object object);
    static native void access(long handle, long variable, int ops, int site, int detail, int index, Object object);
    static native void sync(long handle, long object, int what, int site);
    static native void incomplete(int reason);
}
