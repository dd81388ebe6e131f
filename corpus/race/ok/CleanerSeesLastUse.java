// What was done before an object could last be reached is seen by its cleaning action.
//@ mechanism lifetimes: Cleaner

import java.lang.ref.Cleaner;
import java.lang.ref.Reference;

public class CleanerSeesLastUse {
    static class State {
        int used;
    }

    static volatile int seen;

    static void make(Cleaner cleaner) {
        Object owner = new Object();
        State state = new State();
        cleaner.register(owner, () -> seen = state.used);
        state.used = 7;
        Reference.reachabilityFence(owner);
    }

    public static void main(String[] args) throws InterruptedException {
        make(Cleaner.create());
        for (int i = 0; i < 500 && seen == 0; i++) {
            System.gc();
            Thread.sleep(10);
        }
        if (seen == 0) {
            throw new AssertionError("the action did not run");
        }
        if (seen != 7) {
            throw new AssertionError(seen);
        }
    }
}
