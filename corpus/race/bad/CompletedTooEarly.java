// complete() publishes what was written before it, not what is written after.
//@ mechanism java.util.concurrent: CompletableFuture

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;

public class CompletedTooEarly {
    static int data;

    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<String> future = new CompletableFuture<>();
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        new CompletableFuture<String>().complete("first");
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            future.complete("done");
            data = 1; //~ race CompletedTooEarly.data
            end.acquireUninterruptibly();
        });
        t.start();
        future.join();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = data; //~ race CompletedTooEarly.data
        end.release();
        t.join();
        System.out.println(seen <= 1);
    }
}
