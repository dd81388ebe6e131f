// Main waits for a latch that a shutdown hook counts down; a timer asks for the end.
//@ mechanism stuck programs: shutdown

import java.util.concurrent.CountDownLatch;

public class HookWakesMain {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(new Thread(end::countDown));
        new Thread(() -> {
            try {
                Thread.sleep(1500);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            System.exit(0);
        }).start();
        end.await();
    }
}
