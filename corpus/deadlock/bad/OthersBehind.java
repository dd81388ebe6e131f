// A cycle of two, and a thread that waits behind it: it hangs too, but is no part of the cycle.
//@ mechanism deadlocks: monitors

import java.util.concurrent.CountDownLatch;

public class OthersBehind {
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
            Thread behind = new Thread(() -> {
                synchronized (left) {
                    throw new AssertionError();
                }
            });
            behind.start();
            while (behind.getState() != Thread.State.BLOCKED) {
                Thread.onSpinWait();
            }
            synchronized (left) { //~ waits pair
                throw new AssertionError();
            }
        }
    }
}
