// A future that is never completed.
//@ mechanism stuck programs: executors

import java.util.concurrent.CompletableFuture;

public class FutureNeverCompleted {
    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<String> answer = new CompletableFuture<>();
        Thread asker = new Thread(() -> {
            answer.thenApply(String::length).join(); //~ waits all
        });
        asker.start();
        asker.join(); //~ waits all
    }
}
