// Each thread has more to give than the other's queue holds, and gives before it takes.
//@ mechanism stuck programs: queues

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class FullQueues {
    static void exchange(BlockingQueue<Integer> to, BlockingQueue<Integer> from) {
        try {
            for (int i = 0; i < 5; i++) {
                to.put(i); //~ waits all*2
            }
            for (int i = 0; i < 5; i++) {
                from.take();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        BlockingQueue<Integer> left = new ArrayBlockingQueue<>(4);
        BlockingQueue<Integer> right = new ArrayBlockingQueue<>(4);
        new Thread(() -> exchange(left, right)).start();
        exchange(right, left);
    }
}
