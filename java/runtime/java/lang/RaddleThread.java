package java.lang;

/**
 * What rewritten code knows of the thread it runs on: one object per thread, in a field that the agent
 * adds to {@link Thread}. The clock and the lock log are native memory that Rust owns; only the thread
 * itself writes them.
 */
final class RaddleThread {
    /** This thread's slot and clock as an access writes them into a shadow word; 0 while nothing is recorded. */
    long epoch;
    /** Address of this thread's vector clock: one int per slot. */
    long clock;
    int slot;
    /** Address of the agent's record of this thread; 0 while it has no clock. */
    long handle;
    /** Its number, in order of birth; negative if it has none yet. */
    int id = -1;
    /**
     * Of a thread without a clock, the word of what it has seen: by its starter when it has not done
     * anything yet, else by itself.
     */
    long seen;
    /** Address of the lock log, a ring of {@link RaddleMonitors#LOG_ENTRIES} entries. */
    long log;
    int logged;
    /** The monitors that this thread is in, outermost first: how many, which, and how often it entered each. */
    int locks;
    int[] held;
    int[] entered;
    /** Set while Raddle itself runs JDK code that is rewritten too. */
    boolean busy;
    boolean ended;
    /** What {@code interrupt} and {@code unpark} have published to this thread. */
    long interruptWord;
    long parkWord;
    /** The call that led out of what is checked, by its site: accesses inside it are told as of there. */
    int callSite;
    /** The word of an atomic update that is under way, where it is, and what it was. */
    boolean updating;
    Object updated;
    long updatedAt;
    long updatedFrom;
    /** What a method handle that is being invoked reads, if that is volatile. */
    Object readFrom;
    long readAt;
    /** The epoch before the last release fence, and the words of opaque reads since the last acquire fence. */
    long fenced;
    int unusedFences;
    Object[] opaque;
    long[] opaqueAt;
    int opaqueCount;
    /** The epoch in which a stamped lock is read optimistically. */
    long optimistic;
    /** Words of accesses that race with the one under way, with element and operation, until that is marked. */
    long[] racedWith;
    int[] racedAt;
    int raced;
    /** Races that only have to be counted: in turn, what they are, and the address of the counter. */
    long[] knownRaces;
    /** Views of arrays, by site. */
    RaddleView[] views;
    /** The last small arrays this thread made, and where: found when they get a shadow. */
    Object[] madeArrays;
    int[] madeAt;
    int made;
    /** The addresses of its {@link RaddleMap}s, and how many elements each has room for. */
    long[] maps;
    int[] mapSizes;
    /** While accesses are told that are over already. */
    boolean late;
}
