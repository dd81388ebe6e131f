// Missed because: a thread that still runs could notify, and Raddle cannot know that it never will.
//@ mechanism stuck programs: while other threads run

import java.util.concurrent.CountDownLatch;

public class OthersGoOn {
    static final Object monitor = new Object();

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                synchronized (monitor) {
                    inside.countDown();
                    try {
                        monitor.wait();
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
            }).start();
        }
        inside.await();
        for (int i = 0; i < 15; i++) {
            Thread.sleep(100);
        }
        System.exit(0);
    }
}
