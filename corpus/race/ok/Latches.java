// What was written before countDown() is seen after await().
//@ mechanism java.util.concurrent: CountDownLatch

import java.util.concurrent.CountDownLatch;

public class Latches {
    public static void main(String[] args) throws InterruptedException {
        int[] parts = new int[4];
        CountDownLatch start = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(parts.length);
        int[] input = new int[1];
        for (int i = 0; i < parts.length; i++) {
            int number = i;
            new Thread(() -> {
                try {
                    start.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                parts[number] = input[0] * number;
                end.countDown();
            }).start();
        }
        input[0] = 10;
        start.countDown();
        end.await();
        int sum = 0;
        for (int part : parts) {
            sum += part;
        }
        if (sum != 60) {
            throw new AssertionError(sum);
        }
    }
}
