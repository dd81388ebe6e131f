// The JVM ends while daemon threads run, wait and hold locks.

import java.util.concurrent.CountDownLatch;

public class DaemonThreads {
    static long spins;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch running = new CountDownLatch(3);
        Object lock = new Object();
        Runnable[] bodies = {
            () -> {
                running.countDown();
                while (true) {
                    spins++;
                }
            },
            () -> {
                synchronized (lock) {
                    running.countDown();
                    try {
                        Thread.sleep(1_000_000);
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            },
            () -> {
                running.countDown();
                synchronized (lock) {
                    lock.notifyAll();
                }
            },
        };
        for (Runnable body : bodies) {
            Thread t = new Thread(body);
            t.setDaemon(true);
            t.start();
        }
        running.await();
        System.out.println("main ends");
    }
}
