// Stages of a CompletableFuture come after each other, on whatever thread they run.
//@ mechanism java.util.concurrent: CompletableFuture

import java.util.concurrent.CompletableFuture;

public class CompletableChain {
    static class State {
        int value;
    }

    static State add(State state, int amount) {
        state.value += amount;
        return state;
    }

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 50; i++) {
            State state = new State();
            state.value = 1;
            CompletableFuture<State> future = CompletableFuture.supplyAsync(() -> add(state, 1))
                    .thenApplyAsync(s -> add(s, 10))
                    .thenApply(s -> add(s, 100))
                    .thenComposeAsync(s -> CompletableFuture.supplyAsync(() -> add(s, 1000)));
            State other = new State();
            CompletableFuture<State> second = CompletableFuture.supplyAsync(() -> add(other, 5));
            int sum = future.thenCombineAsync(second, (a, b) -> a.value + b.value).get();
            if (sum != 1117) {
                throw new AssertionError(sum);
            }
            state.value = other.value;
        }
    }
}
