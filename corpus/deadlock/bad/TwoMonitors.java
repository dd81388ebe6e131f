// Two threads enter two monitors in different orders, and meet in between.
//@ mechanism deadlocks: monitors

import java.util.concurrent.CountDownLatch;

public class TwoMonitors {
    public static void main(String[] args) throws InterruptedException {
        Object left = new Object();
        Object right = new Object();
        CountDownLatch holds = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            synchronized (left) {
                holds.countDown();
                synchronized (right) { //~ waits pair
                    throw new AssertionError();
                }
            }
        });
        synchronized (right) {
            other.start();
            holds.await();
            System.out.println("hanging");
            synchronized (left) { //~ waits pair
                throw new AssertionError();
            }
        }
    }
}
