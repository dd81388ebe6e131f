// A thousand threads alive at once; each adds to a total under a lock and has an element of its own.
//@ mechanism thread basics: many threads

import java.util.concurrent.CountDownLatch;

public class ThousandThreads {
    static long total;
    static final Object lock = new Object();

    public static void main(String[] args) throws InterruptedException {
        int n = 1000;
        int[] own = new int[n];
        CountDownLatch gate = new CountDownLatch(1);
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                try {
                    gate.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                own[number] = number;
                synchronized (lock) {
                    total += own[number];
                }
            });
            threads[i].start();
        }
        gate.countDown();
        for (Thread t : threads) {
            t.join();
        }
        if (total != 499500) {
            throw new AssertionError(total);
        }
    }
}
