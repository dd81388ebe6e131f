// An interrupt that comes while the first message is taken is kept for later.
//@ mechanism explore: interrupt swallowed

import java.util.concurrent.LinkedBlockingQueue;

public class InterruptSwallowed {
    static final LinkedBlockingQueue<String> messages = new LinkedBlockingQueue<>();
    static final Object lock = new Object();

    static void greet() {
        try {
            messages.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    static void awaitInterrupt() {
        synchronized (lock) {
            try {
                while (true) {
                    lock.wait();
                }
            } catch (InterruptedException e) {
                // This is the way out.
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        messages.add("hello");
        Thread stopper = new Thread(Thread.currentThread()::interrupt);
        stopper.start();
        greet();
        awaitInterrupt();
        stopper.join();
    }
}
