// The handler of an uncaught exception runs on the thread that ends, not on the one that set it.
//@ mechanism lifetimes: uncaught exceptions and their handlers

import java.util.concurrent.Semaphore;

public class UncaughtHandlerRace {
    static int handled;

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            throw new IllegalStateException("on purpose");
        });
        t.setUncaughtExceptionHandler((thread, e) -> {
            handled++; //~ race UncaughtHandlerRace.handled
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = handled; //~ race UncaughtHandlerRace.handled
        end.release();
        t.join();
        System.out.println(seen <= 1);
    }
}
