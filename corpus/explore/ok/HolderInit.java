// Three threads need a class at the same time; one initialises it, the others wait inside the JVM.
//@ mechanism explore: class initialisation

import java.util.concurrent.atomic.AtomicInteger;

public class HolderInit {
    static final AtomicInteger made = new AtomicInteger();

    static final class Holder {
        static final HolderInit instance = new HolderInit();
    }

    HolderInit() {
        made.incrementAndGet();
        synchronized (made) {
            made.addAndGet(10);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                if (Holder.instance == null) {
                    throw new AssertionError();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (made.get() != 11) {
            throw new AssertionError(made);
        }
    }
}
