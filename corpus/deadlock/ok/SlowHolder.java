// A thread sleeps with a monitor that others wait for. That is slow, and no deadlock.
//@ mechanism deadlocks: monitors

import java.util.concurrent.CountDownLatch;

public class SlowHolder {
    static final Object monitor = new Object();

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        Thread holder = new Thread(() -> {
            synchronized (monitor) {
                inside.countDown();
                try {
                    Thread.sleep(2000);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        Thread waiter = new Thread(() -> {
            synchronized (monitor) {
                inside.countDown();
            }
        });
        holder.start();
        inside.await();
        waiter.start();
        synchronized (monitor) {
            inside.countDown();
        }
        holder.join();
        waiter.join();
    }
}
