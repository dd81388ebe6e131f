// An executor with a virtual thread for each task; some sleep, one is interrupted.
//@ mechanism explore: virtual threads
//@ jdk 21+

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;

public class VirtualExecutor {
    static final AtomicInteger interrupted = new AtomicInteger();

    static void sleepUntilInterrupted() {
        try {
            while (true) {
                Thread.sleep(1000);
            }
        } catch (InterruptedException e) {
            interrupted.incrementAndGet();
        }
    }

    public static void main(String[] args) throws Exception {
        Thread sleeper = Thread.ofVirtual().start(VirtualExecutor::sleepUntilInterrupted);
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Integer> one = pool.submit(() -> {
                Thread.sleep(1);
                return 1;
            });
            Future<Integer> two = pool.submit(() -> 2);
            if (one.get() + two.get() != 3) {
                throw new AssertionError();
            }
        }
        sleeper.interrupt();
        sleeper.join();
        if (interrupted.get() != 1) {
            throw new AssertionError(interrupted);
        }
    }
}
