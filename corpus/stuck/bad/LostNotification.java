// The notification comes before anybody waits for it, and nobody looks at what it was about.
//@ mechanism stuck programs: notifications

import java.util.concurrent.CountDownLatch;

public class LostNotification {
    static final Object monitor = new Object();

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch told = new CountDownLatch(1);
        Thread teller = new Thread(() -> {
            synchronized (monitor) {
                monitor.notify();
            }
            told.countDown();
        });
        teller.start();
        told.await();
        System.out.println("hanging");
        synchronized (monitor) {
            monitor.wait(); //~ waits all
        }
    }
}
