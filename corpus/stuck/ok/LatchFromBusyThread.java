// All wait for one thread that computes for a while and then counts down.
//@ mechanism stuck programs: latches

import java.util.concurrent.CountDownLatch;

public class LatchFromBusyThread {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        long end = System.nanoTime() + 1_500_000_000L;
        Thread worker = new Thread(() -> {
            long rounds = 0;
            while (System.nanoTime() < end) {
                rounds++;
            }
            if (rounds == 0) {
                throw new AssertionError();
            }
            done.countDown();
        });
        worker.start();
        done.await();
        worker.join();
    }
}
