// Two threads wait, one is notified, and it does not pass it on.
//@ mechanism stuck programs: notifications

import java.util.concurrent.CountDownLatch;

public class NotifiedOne {
    static final Object monitor = new Object();
    static boolean open;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(2);
        for (int i = 0; i < 2; i++) {
            new Thread(() -> {
                try {
                    synchronized (monitor) {
                        inside.countDown();
                        while (!open) {
                            monitor.wait(); //~ waits all
                        }
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }).start();
        }
        inside.await();
        synchronized (monitor) {
            open = true;
            monitor.notify();
        }
    }
}
