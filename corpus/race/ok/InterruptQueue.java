// InterruptedException out of a blocking queue comes after interrupt().
//@ mechanism thread basics: interrupts

import java.util.concurrent.ArrayBlockingQueue;

public class InterruptQueue {
    static int data;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        ArrayBlockingQueue<String> queue = new ArrayBlockingQueue<>(1);
        Thread t = new Thread(() -> {
            try {
                queue.take();
            } catch (InterruptedException e) {
                seen = data;
            }
        });
        t.start();
        data = 1;
        t.interrupt();
        t.join();
        if (seen != 1) {
            throw new AssertionError(seen);
        }
    }
}
