// A delay queue hands over items whose fields are plain, and so does the leader that waits for the first.
//@ mechanism java.util.concurrent: DelayQueue

import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.TimeUnit;

public class DelayQueues {
    static class Item implements Delayed {
        final long due;
        int number;

        Item(int number) {
            due = System.nanoTime() + number * 10_000L;
            this.number = number;
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return unit.convert(due - System.nanoTime(), TimeUnit.NANOSECONDS);
        }

        @Override
        public int compareTo(Delayed other) {
            return Long.compare(due, ((Item) other).due);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        DelayQueue<Item> queue = new DelayQueue<>();
        Thread producer = new Thread(() -> {
            for (int i = 0; i < 50; i++) {
                queue.put(new Item(i));
            }
        });
        producer.start();
        int sum = 0;
        for (int i = 0; i < 50; i++) {
            Item item = queue.take();
            sum += item.number;
            item.number = 0;
        }
        producer.join();
        if (sum != 1225) {
            throw new AssertionError(sum);
        }
    }
}
