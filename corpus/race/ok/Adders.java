// LongAdder and LongAccumulator, summed up after join.
//@ mechanism memory modes: LongAdder and kin

import java.util.concurrent.atomic.LongAccumulator;
import java.util.concurrent.atomic.LongAdder;

public class Adders {
    public static void main(String[] args) throws InterruptedException {
        LongAdder adder = new LongAdder();
        LongAccumulator max = new LongAccumulator(Math::max, 0);
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int k = 0; k < 500; k++) {
                    adder.increment();
                    max.accumulate(k);
                }
            });
            threads[i].start();
        }
        for (Thread t : threads) {
            t.join();
        }
        if (adder.sum() != 2000 || max.get() != 499) {
            throw new AssertionError(adder.sum());
        }
    }
}
