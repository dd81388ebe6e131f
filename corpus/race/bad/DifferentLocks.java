// Both threads lock, but each locks its own object: the checksum of a well-known ray tracer.
//@ mechanism thread basics: synchronized blocks

import java.util.concurrent.CountDownLatch;

public class DifferentLocks {
    static long checksum;
    static final CountDownLatch done = new CountDownLatch(2);

    static class Runner implements Runnable {
        @Override
        public void run() {
            synchronized (this) {
                checksum += 7; //~ race DifferentLocks.checksum
            }
            done.countDown();
            try {
                done.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(new Runner());
        Thread b = new Thread(new Runner());
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
