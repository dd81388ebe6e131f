// InterruptedException out of join() comes after interrupt().
//@ mechanism thread basics: interrupts

import java.util.concurrent.CountDownLatch;

public class InterruptJoin {
    static int data;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread longLived = new Thread(() -> {
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Thread t = new Thread(() -> {
            try {
                longLived.join();
                throw new AssertionError("not interrupted");
            } catch (InterruptedException e) {
                seen = data;
            }
        });
        longLived.start();
        t.start();
        data = 1;
        t.interrupt();
        t.join();
        end.countDown();
        longLived.join();
        if (seen != 1) {
            throw new AssertionError(seen);
        }
    }
}
