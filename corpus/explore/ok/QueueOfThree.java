// A queue wakes all threads that wait, whenever it has room again or something to take.
//@ mechanism explore: lost notifications

import java.util.ArrayDeque;

public class QueueOfThree {
    static final int ROOM = 20;
    static final int EACH = 20;
    static final ArrayDeque<Integer> queue = new ArrayDeque<>();

    static void put(int value) throws InterruptedException {
        synchronized (queue) {
            while (queue.size() == ROOM) {
                queue.wait();
            }
            queue.add(value);
            if (queue.size() == 1) {
                queue.notifyAll();
            }
        }
    }

    static void take() throws InterruptedException {
        synchronized (queue) {
            while (queue.isEmpty()) {
                queue.wait();
            }
            queue.remove();
            if (queue.size() == ROOM - 1) {
                queue.notifyAll();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread taker = new Thread(() -> {
            try {
                while (true) {
                    take();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        taker.setDaemon(true);
        taker.start();
        Thread[] putters = new Thread[3];
        for (int i = 0; i < putters.length; i++) {
            putters[i] = new Thread(() -> {
                try {
                    for (int n = 0; n < EACH; n++) {
                        put(n);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            });
            putters[i].start();
        }
        for (Thread putter : putters) {
            putter.join();
        }
    }
}
