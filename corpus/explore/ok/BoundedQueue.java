// A consumer that was woken looks again.
//@ mechanism explore: if instead of while before wait
//@ small

import java.util.ArrayDeque;
import java.util.Deque;

public class BoundedQueue {
    static final Deque<Integer> items = new ArrayDeque<>();

    static synchronized void put(int item) {
        items.addLast(item);
        BoundedQueue.class.notifyAll();
    }

    static synchronized int take() {
        try {
            while (items.isEmpty()) {
                BoundedQueue.class.wait();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return items.removeFirst();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(BoundedQueue::take);
        Thread two = new Thread(BoundedQueue::take);
        one.start();
        two.start();
        put(1);
        put(2);
        one.join();
        two.join();
        if (!items.isEmpty()) {
            throw new AssertionError("left: " + items);
        }
    }
}
