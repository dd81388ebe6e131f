package raddle;

/**
 * Decides which thread goes on, for {@code raddle explore --strategy class:com.example.MyStrategy}. The class needs
 * a constructor without parameters and these two methods; whether it implements this interface does not matter.
 * There is one object of it in each JVM, which is never called by two threads at the same time. It must not wait
 * for the program. If it throws, or answers what is no index, the exploration ends.
 */
public interface Strategy {
    /** A schedule begins: its number, from 1 on, and what {@code --seed} says, from which all chance should come. */
    void begin(long schedule, long seed);

    /**
     * The thread that goes on: an index of the arrays, which have an entry for each thread that could, two at
     * least.
     *
     * @param last the number of the thread that ran last, -1 if none did
     * @param threads their numbers, 0 for the first, in order of their start. One may be there twice: what it waits
     *     for has come, and its time is up
     * @param acts what each is about to do: "reads", "writes", "calls", "takes monitor", "waits", "notifies", "parks",
     *     "starts thread", "begins", "yields" ...; with ", its time being up" if that is why it could. "is woken" if
     *     this is about which thread is woken by a {@code notify}
     * @param objects what it does it to, numbered anew in each schedule: "bank.Account.balance of object 3",
     *     "monitor 2", "thread 1", or ""
     * @param places where, as in a stack trace: "bank.Account.deposit(Account.java:17)", or ""
     */
    int choose(int last, int[] threads, String[] acts, String[] objects, String[] places);
}
