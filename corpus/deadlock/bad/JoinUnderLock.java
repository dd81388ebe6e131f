// A thread waits for the end of another, which wants a monitor of the first.
//@ mechanism deadlocks: join

import java.util.concurrent.CountDownLatch;

public class JoinUnderLock {
    static final Object monitor = new Object();

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        Thread worker = new Thread(() -> {
            try {
                inside.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            synchronized (monitor) { //~ waits pair
                throw new AssertionError();
            }
        });
        worker.start();
        synchronized (monitor) {
            inside.countDown();
            System.out.println("hanging");
            worker.join(); //~ waits pair
        }
    }
}
