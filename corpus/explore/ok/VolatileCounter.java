// An atomic counter, incremented by two threads.
//@ mechanism explore: volatile increment
//@ small

import java.util.concurrent.atomic.AtomicInteger;

public class VolatileCounter {
    static final AtomicInteger counter = new AtomicInteger();

    static void count() {
        for (int i = 0; i < 2; i++) {
            counter.incrementAndGet();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(VolatileCounter::count);
        Thread two = new Thread(VolatileCounter::count);
        one.start();
        two.start();
        one.join();
        two.join();
        if (counter.get() != 4) {
            throw new AssertionError("counted " + counter);
        }
    }
}
