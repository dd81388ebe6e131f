// Each kind of blocking queue hands over items whose fields are plain.
//@ mechanism java.util.concurrent: ArrayBlockingQueue
//@ mechanism java.util.concurrent: LinkedBlockingQueue
//@ mechanism java.util.concurrent: LinkedBlockingDeque
//@ mechanism java.util.concurrent: SynchronousQueue
//@ mechanism java.util.concurrent: LinkedTransferQueue
//@ mechanism java.util.concurrent: PriorityBlockingQueue

import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;

public class BlockingQueues {
    static class Item implements Comparable<Item> {
        int number;

        @Override
        public int compareTo(Item other) {
            return Integer.compare(number, other.number);
        }
    }

    static int pass(BlockingQueue<Item> queue) throws InterruptedException {
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < 100; i++) {
                    Item item = new Item();
                    item.number = i;
                    queue.put(item);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        producer.start();
        int sum = 0;
        for (int i = 0; i < 100; i++) {
            Item item = queue.take();
            sum += item.number;
            item.number = 0;
        }
        producer.join();
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        List<BlockingQueue<Item>> queues = List.of(
                new ArrayBlockingQueue<>(3),
                new LinkedBlockingQueue<>(),
                new LinkedBlockingDeque<>(2),
                new SynchronousQueue<>(),
                new LinkedTransferQueue<>());
        for (BlockingQueue<Item> queue : queues) {
            if (pass(queue) != 4950) {
                throw new AssertionError(queue.getClass());
            }
        }
        PriorityBlockingQueue<Item> sorted = new PriorityBlockingQueue<>();
        Thread producer = new Thread(() -> {
            for (int i = 0; i < 50; i++) {
                Item item = new Item();
                item.number = i;
                sorted.put(item);
            }
        });
        producer.start();
        int sum = 0;
        for (int i = 0; i < 50; i++) {
            sum += sorted.take().number;
        }
        producer.join();
        if (sum != 1225) {
            throw new AssertionError(sum);
        }
    }
}
