// A thread that waits for another one to end is interrupted; the other one ends later.
//@ mechanism explore: interrupts

import java.util.concurrent.CountDownLatch;

public class InterruptedJoin {
    static final CountDownLatch release = new CountDownLatch(1);
    static volatile boolean interrupted;

    static void work() {
        try {
            release.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void join(Thread worker) {
        try {
            worker.join();
        } catch (InterruptedException e) {
            interrupted = true;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(InterruptedJoin::work);
        Thread joiner = new Thread(() -> join(worker));
        worker.start();
        joiner.start();
        joiner.interrupt();
        joiner.join();
        release.countDown();
        worker.join();
        if (!interrupted) {
            throw new AssertionError();
        }
    }
}
