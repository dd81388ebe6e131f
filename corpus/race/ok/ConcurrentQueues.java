// Lock-free queues hand over items whose fields are plain.
//@ mechanism java.util.concurrent: ConcurrentLinkedQueue
//@ mechanism java.util.concurrent: ConcurrentLinkedDeque

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;

public class ConcurrentQueues {
    static int pass(Queue<int[]> queue) throws InterruptedException {
        Thread producer = new Thread(() -> {
            for (int i = 0; i < 200; i++) {
                int[] item = new int[2];
                item[1] = i;
                queue.add(item);
            }
        });
        producer.start();
        int sum = 0;
        for (int i = 0; i < 200; ) {
            int[] item = queue.poll();
            if (item == null) {
                Thread.onSpinWait();
            } else {
                sum += item[1];
                item[1] = 0;
                i++;
            }
        }
        producer.join();
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        if (pass(new ConcurrentLinkedQueue<>()) != 19900 || pass(new ConcurrentLinkedDeque<>()) != 19900) {
            throw new AssertionError();
        }
    }
}
