// An object with two locks is handed over through a queue, to a thread that has an order of its own.
//@ mechanism lock order: other order between

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicReference;

public class QueueBetween {
    static class Box {
        final Object left = new Object();
        final Object right = new Object();
    }

    static void both(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) {
                Thread.onSpinWait();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        BlockingQueue<Box> queue = new LinkedBlockingQueue<>();
        AtomicReference<Box> slot = new AtomicReference<>();
        Thread other = new Thread(() -> {
            try {
                for (int i = 0; i < 20; i++) {
                    Box box = new Box();
                    both(box.left, box.right);
                    queue.put(box);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            Box last = new Box();
            both(last.left, last.right);
            slot.set(last);
        });
        other.start();
        for (int i = 0; i < 20; i++) {
            Box box = queue.take();
            both(box.right, box.left);
        }
        while (slot.get() == null) {
            Thread.onSpinWait();
        }
        both(slot.get().right, slot.get().left);
        other.join();
    }
}
