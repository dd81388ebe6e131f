// Eight threads fight for two monitors for a long time, always in one order.
//@ mechanism deadlocks: monitors

import java.util.ArrayList;
import java.util.List;

public class LongContention {
    static final Object outer = new Object();
    static final Object inner = new Object();
    static long done;

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            Thread thread = new Thread(() -> {
                for (int round = 0; round < 2_000; round++) {
                    synchronized (outer) {
                        synchronized (inner) {
                            done++;
                        }
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (done != 16_000) {
            throw new AssertionError(done);
        }
    }
}
