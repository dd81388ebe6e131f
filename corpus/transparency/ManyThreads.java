// A thousand threads alive at once.

import java.util.concurrent.CyclicBarrier;

public class ManyThreads {
    static long sum;

    static synchronized void add(int n) {
        sum += n;
    }

    public static void main(String[] args) throws Exception {
        CyclicBarrier all = new CyclicBarrier(1001);
        Thread[] threads = new Thread[1000];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                try {
                    all.await();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
                add(number);
            }, "worker-" + i);
            threads[i].start();
        }
        all.await();
        for (Thread t : threads) {
            t.join();
        }
        System.out.println(sum + " " + threads[999].getName());
    }
}
