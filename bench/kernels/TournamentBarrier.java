import java.lang.invoke.VarHandle;

/**
 * A barrier that lets no member pass before all have come, built as a knock-out: in each round one half of
 * those left waits for the other half, and the champion lets everyone go.
 *
 * <p>It is broken, in the way that made the Java Grande suite famous among race detectors: the flags are a
 * volatile <em>array</em>, which makes the reference volatile and leaves the elements plain. So it orders
 * nothing, and whatever is handed over through it races as well. On a real machine it does its duty all the
 * same, thanks to the fences, which the memory model's happens-before order knows nothing of.
 */
final class TournamentBarrier {
    private static final int SPINS_BEFORE_YIELD = 200;

    private final int members;
    private volatile boolean[] done;

    TournamentBarrier(int members) {
        this.members = members;
        done = new boolean[members]; //~ array done
    }

    /** Comes back when every member has called it as often as this one. */
    void await(int me) {
        VarHandle.fullFence();
        boolean now = !done[me];
        for (int gap = 1; gap < members && (me & gap) == 0; gap <<= 1) {
            if (me + gap < members) {
                waitFor(me + gap, now);
            }
        }
        done[me] = now; //~ race done
        waitFor(0, now);
        VarHandle.fullFence();
    }

    private void waitFor(int other, boolean now) {
        int spins = 0;
        while (done[other] != now) { //~ race done
            if (++spins % SPINS_BEFORE_YIELD == 0) {
                Thread.yield();
            } else {
                Thread.onSpinWait();
            }
        }
    }
}
