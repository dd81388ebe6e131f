// Two stages that do not depend on each other, though a third depends on both.
//@ mechanism java.util.concurrent: CompletableFuture

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;

public class CompletableBranches {
    static int count;
    static final CountDownLatch started = new CountDownLatch(2);

    static void work() {
        count++; //~ race CompletableBranches.count
        started.countDown();
        try {
            started.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        Executor threads = task -> new Thread(task).start();
        Runnable work = CompletableBranches::work;
        CompletableFuture<Void> gate = new CompletableFuture<>();
        CompletableFuture<Void> left = gate.thenRunAsync(work, threads);
        CompletableFuture<Void> right = gate.thenRunAsync(work, threads);
        CompletableFuture<Void> both = left.thenCombine(right, (a, b) -> null);
        gate.complete(null);
        both.join();
        System.out.println(count <= 2);
    }
}
