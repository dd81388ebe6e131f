// Many virtual threads, few locks, one order.
//@ mechanism deadlocks: virtual threads
//@ jdk 21+

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

public class VirtualContention {
    static final ReentrantLock outer = new ReentrantLock();
    static final Object inner = new Object();
    static int done;

    public static void main(String[] args) throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 200; i++) {
            threads.add(Thread.startVirtualThread(() -> {
                outer.lock();
                try {
                    synchronized (inner) {
                        done++;
                    }
                } finally {
                    outer.unlock();
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (done != 200) {
            throw new AssertionError(done);
        }
    }
}
