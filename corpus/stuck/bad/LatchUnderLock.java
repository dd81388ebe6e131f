// Main waits at a latch with a monitor that it takes to count down.
//@ mechanism stuck programs: latches

import java.util.concurrent.CountDownLatch;

public class LatchUnderLock {
    static final Object monitor = new Object();

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        synchronized (monitor) {
            new Thread(() -> {
                synchronized (monitor) { //~ waits all
                    done.countDown();
                }
            }).start();
            done.await(); //~ waits all
        }
    }
}
