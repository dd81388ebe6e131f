// Two threads work on parts of one array which overlap in a single element.
//@ mechanism thread basics: array elements

import java.util.concurrent.CountDownLatch;

public class OverlappingRanges {
    static final CountDownLatch done = new CountDownLatch(2);

    static void fill(int[] data, int from, int to) {
        for (int i = from; i < to; i++) {
            data[i] = from; //~ race data[50]
        }
        done.countDown();
        try {
            done.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int[] data = new int[100]; //~ array data
        Thread low = new Thread(() -> fill(data, 0, 51));
        Thread high = new Thread(() -> fill(data, 50, 100));
        low.start();
        high.start();
        low.join();
        high.join();
        System.out.println(data[49] + " " + data[51]);
    }
}
