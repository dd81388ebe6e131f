// A thousand threads, each with an element of its own, two of which also share a variable.
//@ mechanism thread basics: many threads

import java.util.concurrent.CountDownLatch;

public class TwoOfAThousand {
    static int shared;
    static final int[] own = new int[1000];
    static final CountDownLatch done = new CountDownLatch(2);

    static void work(int i) {
        own[i] = i;
        if (i == 137 || i == 871) {
            shared += i; //~ race TwoOfAThousand.shared
            done.countDown();
            try {
                done.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[1000];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> work(number));
        }
        for (Thread t : threads) {
            t.start();
        }
        int sum = 0;
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            sum += own[i];
        }
        System.out.println(sum);
    }
}
