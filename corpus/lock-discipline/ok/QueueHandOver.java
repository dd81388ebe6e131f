// Objects wander through a blocking queue, whose own lock orders giving and taking.
//@ mechanism lock discipline: hand-over beyond the paper

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class QueueHandOver {
    static class Box {
        int value;
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Box> queue = new ArrayBlockingQueue<>(4);
        Thread taker = new Thread(() -> {
            try {
                for (int i = 0; i < 50; i++) {
                    Box box = queue.take();
                    box.value++;
                    if (box.value != i + 1) {
                        throw new AssertionError(box.value);
                    }
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        taker.start();
        for (int i = 0; i < 50; i++) {
            Box box = new Box();
            box.value = i;
            queue.put(box);
        }
        taker.join();
    }
}
