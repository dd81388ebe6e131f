// Main has ended, and the threads of its pool wait for tasks that will never come.
//@ mechanism stuck programs: executors

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class ExecutorNotShutDown {
    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2, work -> new Thread(() -> {
            work.run(); //~ waits idle*2
        }));
        if (pool.submit(() -> 1).get() + pool.submit(() -> 2).get() != 3) {
            throw new AssertionError();
        }
    }
}
