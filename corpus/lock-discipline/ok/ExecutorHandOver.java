// Objects go to tasks of a pool and come back as their results.
//@ mechanism lock discipline: hand-over beyond the paper

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class ExecutorHandOver {
    static class Box {
        int value;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        Box box = new Box();
        for (int i = 0; i < 20; i++) {
            box.value++;
            Future<Box> result = pool.submit(() -> {
                box.value++;
                return box;
            });
            result.get().value++;
        }
        pool.shutdown();
        if (box.value != 60) {
            throw new AssertionError(box.value);
        }
    }
}
