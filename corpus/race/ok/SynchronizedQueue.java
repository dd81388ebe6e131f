// Work items with plain fields pass through a hand-made synchronized queue to three workers and back.
//@ mechanism thread basics: synchronized methods
//@ mechanism collections: ArrayDeque

import java.util.ArrayDeque;

public class SynchronizedQueue {
    static class Item {
        int input;
        int output;
    }

    static class Queue {
        private final ArrayDeque<Item> items = new ArrayDeque<>();

        synchronized void put(Item item) {
            items.addLast(item);
            notifyAll();
        }

        synchronized Item take() throws InterruptedException {
            while (items.isEmpty()) {
                wait();
            }
            return items.removeFirst();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Queue in = new Queue();
        Queue out = new Queue();
        Thread[] workers = new Thread[3];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Thread(() -> {
                try {
                    for (Item item = in.take(); item.input >= 0; item = in.take()) {
                        item.output = item.input * item.input;
                        out.put(item);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            workers[i].start();
        }
        for (int i = 0; i < 100; i++) {
            Item item = new Item();
            item.input = i;
            in.put(item);
        }
        int sum = 0;
        for (int i = 0; i < 100; i++) {
            sum += out.take().output;
        }
        for (Thread worker : workers) {
            Item end = new Item();
            end.input = -1;
            in.put(end);
        }
        for (Thread worker : workers) {
            worker.join();
        }
        if (sum != 328350) {
            throw new AssertionError(sum);
        }
    }
}
