//@ jdk 21+
// Thousands of virtual threads: one after the other, all asleep at once, and all waiting for one monitor.

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ManyVirtualThreads {
    static int count;
    static final Object lock = new Object();

    static void add() {
        synchronized (lock) {
            count++;
        }
    }

    public static void main(String[] args) throws Exception {
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 4000; i++) {
                executor.submit(ManyVirtualThreads::add);
            }
        }
        System.out.println(count);

        CountDownLatch asleep = new CountDownLatch(3000);
        CountDownLatch woken = new CountDownLatch(1);
        Thread[] threads = new Thread[3000];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.startVirtualThread(() -> {
                asleep.countDown();
                try {
                    woken.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                add();
            });
        }
        asleep.await();
        synchronized (lock) {
            count = 0;
        }
        woken.countDown();
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(count);
    }
}
