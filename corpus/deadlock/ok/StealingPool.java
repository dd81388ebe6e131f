// Tasks of a ForkJoinPool wait for their halves: a thread that waits there helps.
//@ mechanism deadlocks: tasks and their results

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class StealingPool {
    static class Sum extends RecursiveTask<Long> {
        private static final long serialVersionUID = 1;
        private final long from;
        private final long to;

        Sum(long from, long to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from < 50) {
                long sum = 0;
                for (long i = from; i < to; i++) {
                    sum += i;
                }
                return sum;
            }
            long middle = (from + to) / 2;
            Sum left = new Sum(from, middle);
            Sum right = new Sum(middle, to);
            left.fork();
            return right.compute() + left.join();
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(1);
        long sum = pool.invoke(new Sum(0, 10_000));
        pool.shutdown();
        if (sum != 49_995_000) {
            throw new AssertionError(sum);
        }
    }
}
