// A finalizer runs on a thread of its own and is ordered with no thread after it.
//@ mechanism lifetimes: finalizers

import java.util.concurrent.atomic.AtomicBoolean;

public class FinalizerRace {
    static int total;
    static final AtomicBoolean ran = new AtomicBoolean();

    @Override
    @SuppressWarnings({"deprecation", "removal"})
    protected void finalize() {
        total++; //~ race FinalizerRace.total
        ran.setOpaque(true);
    }

    static void make() {
        new FinalizerRace();
    }

    public static void main(String[] args) throws InterruptedException {
        // The first use links it, under locks of the JDK: not while there are two threads.
        ran.setOpaque(ran.getOpaque());
        make();
        for (int i = 0; i < 500 && !ran.getOpaque(); i++) {
            System.gc();
            Thread.sleep(10);
        }
        if (!ran.getOpaque()) {
            throw new AssertionError("the finalizer did not run");
        }
        total++; //~ race FinalizerRace.total
    }
}
