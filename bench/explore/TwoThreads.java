/**
 * Two threads with ten switch points each, all on fields of one object, as a small test of a concurrent class has
 * them. {@code main} is one run of it, for Raddle; others call {@link #once}.
 */
public final class TwoThreads {
    private volatile int first;
    private volatile int second;

    /** Ten volatile accesses. */
    private void one() {
        for (int i = 1; i <= 5; i++) {
            first = i;
            if (second > 5) throw new AssertionError();
        }
    }

    /** As many, of the same fields. */
    private void other() {
        for (int i = 1; i <= 5; i++) {
            second = i;
            if (first > 5) throw new AssertionError();
        }
    }

    static void once() {
        TwoThreads state = new TwoThreads();
        Thread one = new Thread(() -> state.one());
        one.start();
        state.other();
        try {
            one.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        if (state.first != 5 || state.second != 5) throw new AssertionError();
    }

    public static void main(String[] args) {
        once();
    }
}
