// A daemon thread that is never joined.
//@ mechanism thread basics: daemon threads

import java.util.concurrent.CountDownLatch;

public class DaemonThread {
    static int beats;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch written = new CountDownLatch(1);
        CountDownLatch never = new CountDownLatch(1);
        Thread heart = new Thread(() -> {
            beats++; //~ race DaemonThread.beats
            written.countDown();
            try {
                never.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        heart.setDaemon(true);
        heart.start();
        int seen = beats; //~ race DaemonThread.beats
        written.await();
        System.out.println(seen <= 1);
    }
}
