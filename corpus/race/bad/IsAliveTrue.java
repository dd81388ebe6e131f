// isAlive() that returns true orders nothing.
//@ mechanism thread basics: isAlive() and getState()

import java.util.concurrent.CountDownLatch;

public class IsAliveTrue {
    static int result;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread writer = new Thread(() -> {
            result = 1; //~ race IsAliveTrue.result
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        boolean alive = writer.isAlive();
        int seen = result; //~ race IsAliveTrue.result
        end.countDown();
        writer.join();
        System.out.println(alive && seen <= 1);
    }
}
