package java.lang;

/**
 * The state of a thread for rewritten code: one object per thread, in a field that the agent adds to {@link
 * Thread}. The clock and the lock log are native memory that Rust owns; only the thread itself writes them.
 */
final class RaddleThread {
    /** This thread's slot and clock as an access writes them into a shadow word; 0 while nothing is recorded. */
    long epoch;
    /** Address of this thread's vector clock: one int per slot. */
    long clock;
    /** Another one, of must-order; the same if no detector needs that. */
    long mustClock;
    int slot;
    /** Address of the agent's record of this thread; 0 while it has no clock. */
    long handle;
    /** Its number, in order of creation; negative if it has none yet. */
    int id = -1;
    /**
     * Of a thread without a clock, the sync word of what it has seen: its starter's when it has not done anything
     * yet, else its own last one.
     */
    long seen;
    /** Address of the lock log, a ring of {@link RaddleConstants#LOG_ENTRIES} entries. */
    long log;
    int logged;
    /**
     * The locks that this thread holds, outermost first: how many, which, the site that took each and how, and
     * how often it did.
     */
    int locks;
    int[] held;
    int[] heldAt;
    int[] entered;
    /** The same locks themselves, and the holders of their sync words. */
    Object[] heldObjects;
    Object[] heldWords;
    /** In event mode: how often the thread has synchronised, and which events it has emitted since. */
    int synced;
    long[] emitted;
    /** Pairs: nested acquisitions that the agent knows of; in which segment, and how often, they were reported. */
    long[] nestedKnown;
    int displaced;
    /** How often the thread has released or acquired something by other means than locks. */
    int segment;
    /** How often it took a lock while it held none; and a lock that no other thread can have yet. */
    int sections;
    int ownLock;
    /** It takes a lock only if it need not wait for it long. */
    boolean trying;
    /** The thread whose end it waits for, if it is in {@code join}. */
    Thread joining;
    /** Set while Raddle itself runs JDK code that is rewritten too. */
    boolean busy;
    boolean ended;
    /** The sync words of {@code interrupt} and {@code unpark} of this thread. */
    long interruptWord;
    long parkWord;
    /** The call into unchecked code, by its site: accesses inside it are recorded with that site. */
    int callSite;
    /** The sync word of an atomic update that is under way, where it is, and what it was. */
    boolean updating;
    Object updated;
    long updatedAt;
    long updatedFrom;
    /** And which variable that is, if it is one that may be accessed plainly too. */
    Object updatedOf;
    long updatedPlace;
    /** What a method handle that is being invoked reads, if that is volatile. */
    Object readFrom;
    long readAt;
    /** The epoch before the last release fence, and the sync words of opaque reads since the last acquire fence. */
    long fenced;
    int unusedFences;
    Object[] opaque;
    long[] opaqueAt;
    int opaqueCount;
    /** The epoch in which a stamped lock is read optimistically. */
    long optimistic;
    /**
     * Shadow words of accesses that race with the one under way, with element and operation, until that is
     * recorded.
     */
    long[] racedWith;
    int[] racedAt;
    int raced;
    /** Races that only have to be counted: in turn, what they are, and the address of the counter. */
    long[] knownRaces;
    /** Shadows of what was locked last, by site. */
    RaddleShadow[] lockShadows;
    /** Access caches of arrays, by site. */
    RaddleAccessCache[] accessCaches;
    /**
     * The last small arrays that this thread created, with their allocation sites: found when they get a shadow.
     */
    Object[] recentArrays;
    int[] recentSites;
    int recent;
    /** The addresses of its {@link RaddleMap}s, and how many elements each has room for. */
    long[] maps;
    int[] mapSizes;
    /** Where the schedule is controlled: its number there, from 1 on; 0 if it is not controlled. */
    int turn;
    /** The same, and still so after its end. */
    int life;
    /** The program has called unchecked code, which has accessed nothing since. */
    boolean fresh;
    /** It has asked whether another thread still goes on, and done nothing since. */
    boolean asks;
    /** How much it has touched inside operations of the JDK since it came to a switch point. */
    int touchedInside;
    /** How deep it is in what is not to be divided. */
    int indivisible;
    /** The object whose monitor it needs, or at which it waits. */
    Object waitsAt;
    /** What it is about to do, where that is explained. */
    RaddleExplain explained;
    /** While a deferred access range is recorded, whose accesses are over already. */
    boolean deferred;
}
