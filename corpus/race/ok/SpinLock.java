// A lock made of one compare-and-set.
//@ mechanism memory modes: AtomicInteger and kin

import java.util.concurrent.atomic.AtomicInteger;

public class SpinLock {
    static final AtomicInteger state = new AtomicInteger();
    static int count;

    static void work() {
        for (int i = 0; i < 300; i++) {
            while (!state.compareAndSet(0, 1)) {
                Thread.yield();
            }
            count++;
            state.set(0);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(SpinLock::work);
        t.start();
        work();
        t.join();
        if (count != 600) {
            throw new AssertionError(count);
        }
    }
}
