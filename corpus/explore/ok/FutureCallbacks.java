// Two callbacks, the second of which is one of the first.
//@ mechanism explore: order of callbacks

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
        CompletableFuture<Void> second = first.thenRun(FutureCallbacks::use);
        first.join();
        second.join();
        beginner.join();
    }
}
