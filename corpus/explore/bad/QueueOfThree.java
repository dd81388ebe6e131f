// A queue wakes one thread where it has room again, and only if it was full: those that wait with it are forgotten.
//@ mechanism explore: lost notifications
//@ finds stuck
//@ options --strategy stall

import java.util.ArrayDeque;

public class QueueOfThree {
    static final int ROOM = 128;
    static final int EACH = 50;
    static final ArrayDeque<Integer> queue = new ArrayDeque<>();

    static void put(int value) throws InterruptedException {
        synchronized (queue) {
            while (queue.size() == ROOM) {
                queue.wait();
            }
            queue.add(value);
            if (queue.size() == 1) {
                queue.notify();
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
                queue.notify();
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
