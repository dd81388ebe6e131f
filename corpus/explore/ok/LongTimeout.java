// Waits for seconds for another thread, which needs far less: no machine keeps it from running for so long.
//@ mechanism explore: timeouts

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class LongTimeout {
    static final CountDownLatch done = new CountDownLatch(1);
    static final CompletableFuture<Integer> sum = new CompletableFuture<>();
    static volatile int steps;

    static void work() {
        for (int i = 0; i < 20; i++) {
            steps = steps + 1;
        }
        done.countDown();
        sum.complete(steps);
    }

    public static void main(String[] args) throws Exception {
        Thread worker = new Thread(LongTimeout::work);
        worker.start();
        if (!done.await(3, TimeUnit.SECONDS)) {
            throw new AssertionError("timed out after " + steps + " steps");
        }
        if (sum.get(1, TimeUnit.SECONDS) != 20) {
            throw new AssertionError(steps);
        }
        worker.join(500);
        if (worker.isAlive()) {
            throw new AssertionError("it has nothing more to do");
        }
    }
}
