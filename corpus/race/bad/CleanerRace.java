// A cleaning action runs on a thread of its own and is ordered with no thread after it.
//@ mechanism lifetimes: Cleaner

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.AtomicBoolean;

public class CleanerRace {
    static int closed;
    static final AtomicBoolean ran = new AtomicBoolean();

    static void clean() {
        closed++; //~ race CleanerRace.closed
        ran.setOpaque(true);
    }

    static void make(Cleaner cleaner) {
        cleaner.register(new Object(), CleanerRace::clean);
    }

    public static void main(String[] args) throws InterruptedException {
        // The first use links it, under locks of the JDK: not while there are two threads.
        ran.setOpaque(ran.getOpaque());
        make(Cleaner.create());
        for (int i = 0; i < 500 && !ran.getOpaque(); i++) {
            System.gc();
            Thread.sleep(10);
        }
        if (!ran.getOpaque()) {
            throw new AssertionError("the action did not run");
        }
        closed++; //~ race CleanerRace.closed
    }
}
