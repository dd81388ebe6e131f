// A latch for three, and one of them ends before its turn.
//@ mechanism stuck programs: latches

import java.util.concurrent.CountDownLatch;

public class LatchNotCountedDown {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(3);
        for (int i = 0; i < 3; i++) {
            int part = i;
            new Thread(() -> {
                if (part == 1) {
                    return;
                }
                done.countDown();
            }).start();
        }
        done.await(); //~ waits all
    }
}
