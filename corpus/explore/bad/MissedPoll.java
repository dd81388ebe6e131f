// The consumer finds the queue empty, then that the producer is done, and ends. What was put in between is
// missed.
//@ mechanism explore: missed poll
//@ finds uncaught-exception

import java.util.concurrent.ConcurrentLinkedQueue;

public class MissedPoll {
    static final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();
    static volatile boolean done;
    static int sum;

    static void consume() {
        Integer item;
        do {
            item = queue.poll();
            if (item != null) {
                sum += item;
            } else {
                Thread.onSpinWait();
            }
        } while (item != null || !done);
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
