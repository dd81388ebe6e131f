// Fences around what a lock orders do no harm.
//@ mechanism memory modes: fences

import java.lang.invoke.VarHandle;

public class FencesBesideLock {
    static int count;

    static synchronized void increment() {
        VarHandle.acquireFence();
        count++;
        VarHandle.releaseFence();
    }

    static void work() {
        for (int i = 0; i < 100; i++) {
            increment();
            VarHandle.fullFence();
            VarHandle.loadLoadFence();
            VarHandle.storeStoreFence();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(FencesBesideLock::work);
        t.start();
        work();
        t.join();
        if (count != 200) {
            throw new AssertionError(count);
        }
    }
}
