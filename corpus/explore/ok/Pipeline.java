// A producer, a stage in between and a consumer, with queues of bounded size.
//@ mechanism explore: blocking queues

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

public class Pipeline {
    static final int ITEMS = 3;
    static final BlockingQueue<Integer> raw = new ArrayBlockingQueue<>(1);
    static final BlockingQueue<Integer> done = new LinkedBlockingQueue<>(1);

    static void produce() {
        try {
            for (int i = 1; i <= ITEMS; i++) {
                raw.put(i);
            }
            raw.put(0);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void square() {
        try {
            int item;
            do {
                item = raw.take();
                done.put(item * item);
            } while (item != 0);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread producer = new Thread(Pipeline::produce);
        Thread stage = new Thread(Pipeline::square);
        producer.start();
        stage.start();
        int sum = 0;
        for (int item = done.take(); item != 0; item = done.take()) {
            sum += item;
        }
        producer.join();
        stage.join();
        if (sum != 14) {
            throw new AssertionError(sum);
        }
    }
}
