// A compare-and-set that fails has read the value, and comes after who wrote it.
//@ mechanism memory modes: compare-and-set that fails

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class FailedCasAcquires {
    static final AtomicInteger state = new AtomicInteger();
    static final AtomicReference<String> name = new AtomicReference<>();
    static int data;
    static int more;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            data = 1;
            state.set(1);
            more = 2;
            name.set("set");
        });
        t.start();
        while (state.compareAndSet(0, 0)) {
            Thread.onSpinWait();
        }
        int sum = data;
        while (name.compareAndExchange("other", "new") == null) {
            Thread.onSpinWait();
        }
        sum += more;
        t.join();
        if (sum != 3) {
            throw new AssertionError(sum);
        }
    }
}
