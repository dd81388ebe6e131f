// The main thread joins a thread, but not the one that wrote.
//@ mechanism thread basics: join

import java.util.concurrent.CountDownLatch;

public class JoinWrongThread {
    static int result;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread writer = new Thread(() -> {
            result = 1; //~ race JoinWrongThread.result
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Thread other = new Thread(() -> {});
        writer.start();
        other.start();
        other.join();
        int seen = result; //~ race JoinWrongThread.result
        end.countDown();
        writer.join();
        System.out.println(seen <= 1);
    }
}
