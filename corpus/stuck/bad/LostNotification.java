// The notification comes before a thread waits for it, and no thread looks at what it was about.
//@ mechanism stuck programs: notifications

import java.util.concurrent.CountDownLatch;

public class LostNotification {
    static final Object monitor = new Object();

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch informed = new CountDownLatch(1);
        Thread teller = new Thread(() -> {
            synchronized (monitor) {
                monitor.notify();
            }
            informed.countDown();
        });
        teller.start();
        informed.await();
        System.out.println("hanging");
        synchronized (monitor) {
            monitor.wait(); //~ waits all
        }
    }
}
