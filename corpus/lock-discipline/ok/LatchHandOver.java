// A field changes hands by latches.
//@ mechanism lock discipline: hand-over beyond the paper

import java.util.concurrent.CountDownLatch;

public class LatchHandOver {
    static int shared;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch there = new CountDownLatch(1);
        CountDownLatch back = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            try {
                there.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            shared++;
            back.countDown();
        });
        other.start();
        shared = 41;
        there.countDown();
        back.await();
        if (++shared != 43) {
            throw new AssertionError(shared);
        }
        other.join();
    }
}
