// Stages of completable futures: asynchronous, combined, failed and recovered.
//@ mechanism explore: completable futures

import java.util.concurrent.CompletableFuture;

public class FutureChains {
    static int fail(int value) {
        throw new IllegalStateException("on purpose: " + value);
    }

    public static void main(String[] args) {
        CompletableFuture<Integer> left = CompletableFuture.supplyAsync(() -> 2).thenApplyAsync(n -> n * 10);
        CompletableFuture<Integer> right = CompletableFuture.supplyAsync(() -> 3).thenApply(n -> n + 1);
        CompletableFuture<Integer> sum = left.thenCombine(right, Integer::sum);
        CompletableFuture<Integer> saved = right.thenApplyAsync(FutureChains::fail).exceptionally(e -> -1);
        CompletableFuture.allOf(sum, saved).join();
        if (sum.join() != 24 || saved.join() != -1) {
            throw new AssertionError(sum.join() + ", " + saved.join());
        }
    }
}
