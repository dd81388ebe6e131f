// One virtual thread per task: submit() comes before the task, and the tasks before the end of close().
//@ jdk 21+
//@ mechanism virtual threads: executors

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.ReentrantLock;

public class VirtualExecutor {
    static int locked;
    static final ReentrantLock lock = new ReentrantLock();

    public static void main(String[] args) {
        int[] input = new int[500];
        int[] output = new int[500];
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < input.length; i++) {
                int number = i;
                input[i] = i;
                pool.submit(() -> {
                    output[number] = 2 * input[number];
                    lock.lock();
                    locked++;
                    lock.unlock();
                });
            }
        }
        int sum = 0;
        for (int value : output) {
            sum += value;
        }
        if (sum != 249500 || locked != 500) {
            throw new AssertionError(sum);
        }
    }
}
