// Missed because: both threads print, and the lock inside System.out orders them in this run.
//@ mechanism thread basics: order by chance

import java.util.concurrent.CountDownLatch;

public class HiddenByPrintStream {
    static int shared;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread writer = new Thread(() -> {
            shared = 1;
            System.out.println("written");
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        while (writer.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        System.out.println("reading");
        int seen = shared;
        end.countDown();
        writer.join();
        System.out.println(seen);
    }
}
