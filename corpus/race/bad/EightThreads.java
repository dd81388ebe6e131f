// Eight threads on one counter.
//@ mechanism thread basics: many threads

import java.util.concurrent.CountDownLatch;

public class EightThreads {
    static int count;
    static final CountDownLatch done = new CountDownLatch(8);

    static void work() {
        for (int i = 0; i < 100; i++) {
            count++; //~ race EightThreads.count
        }
        done.countDown();
        try {
            done.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[8];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(EightThreads::work);
        }
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(count <= 800);
    }
}
