import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;

/**
 * An executor that is fed many small tasks, a batch at a time. Task objects are filled by the main thread,
 * changed by a worker and read by the main thread again. No races.
 */
final class Tasks extends Kernel {
    private static final int BATCH = 500;
    private static final int WORK = 100;

    public static void main(String[] args) {
        new Tasks().run(args, 1_200, 0x755ff3f4e6a9d578L);
    }

    @Override
    int small() {
        return 1;
    }

    /** {@code size} is the number of batches. */
    @Override
    long compute(Team team, int size) {
        long start = System.nanoTime();
        AtomicLong done = new AtomicLong();
        ExecutorService workers = Executors.newFixedThreadPool(team.threads);
        long checksum = 0;
        try {
            for (int batch = 0; batch < size; batch++) {
                checksum = checksum * 31 + batch(workers, batch, done);
            }
        } catch (InterruptedException | ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            workers.shutdown();
        }
        team.took(System.nanoTime() - start);
        return checksum * 31 + done.get();
    }

    private static long batch(ExecutorService workers, int batch, AtomicLong done)
            throws InterruptedException, ExecutionException {
        List<Task> tasks = new ArrayList<>();
        List<Future<Long>> futures = new ArrayList<>();
        for (int i = 0; i < BATCH; i++) {
            Task task = new Task(batch * BATCH + i, done);
            tasks.add(task);
            futures.add(workers.submit(task));
        }
        long checksum = 0;
        for (int i = 0; i < BATCH; i++) {
            checksum = checksum * 31 + futures.get(i).get();
            checksum = checksum * 31 + tasks.get(i).largest;
        }
        return checksum;
    }

    private static final class Task implements Callable<Long> {
        private final AtomicLong done;
        private int[] numbers = new int[WORK];
        private int largest;

        Task(int seed, AtomicLong done) {
            this.done = done;
            for (int i = 0; i < WORK; i++) {
                numbers[i] = seed * 31 + i * i;
            }
        }

        @Override
        public Long call() {
            long sum = 0;
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = (int) (mix(numbers[i]) >>> 40);
                sum += numbers[i];
                largest = Math.max(largest, numbers[i]);
            }
            done.incrementAndGet();
            return sum;
        }
    }
}
