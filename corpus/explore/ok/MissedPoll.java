// The consumer asks whether the producer is done before it looks into the queue.
//@ mechanism explore: missed poll

import java.util.concurrent.ConcurrentLinkedQueue;

public class MissedPoll {
    static final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
    static volatile boolean done;
    static int sum;

    static void consume() {
        Integer item;
        boolean last;
        do {
            last = done;
            item = queue.poll();
            if (item != null) {
                sum += item;
            } else {
                Thread.onSpinWait();
            }
        } while (item != null || !last);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread consumer = new Thread(MissedPoll::consume);
        consumer.start();
        queue.add(1);
        queue.add(2);
        done = true;
        consumer.join();
        if (sum != 3) {
            throw new AssertionError("sum " + sum);
        }
    }
}
