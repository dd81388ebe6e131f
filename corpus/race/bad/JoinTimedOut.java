// join(millis) that returns while the thread is alive orders nothing.
//@ mechanism thread basics: join

import java.util.concurrent.CountDownLatch;

public class JoinTimedOut {
    static int result;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread writer = new Thread(() -> {
            result = 1; //~ race JoinTimedOut.result
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        writer.join(5);
        int seen = result; //~ race JoinTimedOut.result
        end.countDown();
        writer.join();
        System.out.println(seen <= 1);
    }
}
