// Missed because: a wait that ends by itself, if only after years, is taken for one that ends.
//@ mechanism stuck programs: timers

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class WaitsForAges {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        Thread waiter = new Thread(() -> {
            try {
                never.await(1000, TimeUnit.DAYS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        waiter.setDaemon(true);
        waiter.start();
        waiter.join(1500);
    }
}
