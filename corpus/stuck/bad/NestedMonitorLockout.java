// A thread waits for a notification with one more monitor in hand, through which the notifier would have to go.
//@ mechanism stuck programs: notifications

import java.util.concurrent.CountDownLatch;

public class NestedMonitorLockout {
    static final Object door = new Object();
    static final Object bell = new Object();
    static boolean rung;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        Thread waiter = new Thread(() -> {
            try {
                synchronized (door) {
                    synchronized (bell) {
                        inside.countDown();
                        while (!rung) {
                            bell.wait(); //~ waits all
                        }
                    }
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        waiter.start();
        inside.await();
        synchronized (door) { //~ waits all
            synchronized (bell) {
                rung = true;
                bell.notify();
            }
        }
    }
}
