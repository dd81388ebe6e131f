// Two asynchronous stages, the second of which relies on the first being done.
//@ mechanism explore: order of futures
//@ finds uncaught-exception

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;

public class FutureOrder {
    static volatile int price;

    public static void main(String[] args) {
        Executor threads = task -> new Thread(task).start();
        CompletableFuture<Void> load = CompletableFuture.runAsync(() -> price = 20, threads);
        CompletableFuture<Integer> tax = CompletableFuture.supplyAsync(() -> price / 5, threads);
        load.join();
        if (tax.join() != 4) {
            throw new AssertionError("tax is " + tax.join());
        }
    }
}
