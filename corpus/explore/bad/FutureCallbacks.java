// Two callbacks of one future, taken to run in the order in which they were added. They do not if the future
// completes after that.
//@ mechanism explore: order of callbacks
//@ finds uncaught-exception

import java.util.concurrent.CompletableFuture;

public class FutureCallbacks {
    static volatile boolean opened;

    static void open() {
        opened = true;
    }

    static void use() {
        if (!opened) {
            throw new AssertionError("not open");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<Void> begun = new CompletableFuture<>();
        Thread beginner = new Thread(() -> begun.complete(null));
        beginner.start();
        CompletableFuture<Void> first = begun.thenRun(FutureCallbacks::open);
        CompletableFuture<Void> second = begun.thenRun(FutureCallbacks::use);
        first.join();
        second.join();
        beginner.join();
    }
}
