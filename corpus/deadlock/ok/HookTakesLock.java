// A shutdown hook waits for a monitor of a thread that will leave it in a while.
//@ mechanism deadlocks: shutdown hooks

import java.util.concurrent.CountDownLatch;

public class HookTakesLock {
    static final Object monitor = new Object();

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            synchronized (monitor) {
                inside.countDown();
            }
        }));
        Thread holder = new Thread(() -> {
            synchronized (monitor) {
                inside.countDown();
                try {
                    Thread.sleep(1500);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        holder.start();
        inside.await();
        System.exit(0);
    }
}
