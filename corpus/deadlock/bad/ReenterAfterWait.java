// A thread that was notified waits to re-enter the monitor, and holds another that the notifier wants.
//@ mechanism deadlocks: monitors

import java.util.concurrent.CountDownLatch;

public class ReenterAfterWait {
    static final Object outer = new Object();
    static final Object inner = new Object();
    static boolean informed;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        new Thread(() -> {
            try {
                synchronized (outer) {
                    synchronized (inner) {
                        inside.countDown();
                        while (!informed) {
                            inner.wait(); //~ waits pair
                        }
                    }
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }).start();
        inside.await();
        synchronized (inner) {
            informed = true;
            inner.notify();
            synchronized (outer) { //~ waits pair
                throw new AssertionError();
            }
        }
    }
}
