// fork() comes before the subtask, the subtask before join().
//@ mechanism java.util.concurrent: fork/join

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class ForkJoinSum {
    static class Sum extends RecursiveTask<Long> {
        private static final long serialVersionUID = 1;
        private int[] data;
        private int from;
        private int to;
        private long partial;

        Sum(int[] data, int from, int to) {
            this.data = data;
            this.from = from;
            this.to = to;
        }

        @Override
        protected Long compute() {
            if (to - from <= 100) {
                for (int i = from; i < to; i++) {
                    partial += data[i];
                    data[i] = 0;
                }
                return partial;
            }
            int middle = (from + to) >>> 1;
            Sum left = new Sum(data, from, middle);
            Sum right = new Sum(data, middle, to);
            left.fork();
            right.compute();
            left.join();
            partial = left.partial + right.partial;
            return partial;
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(3);
        int[] data = new int[5000];
        for (int round = 0; round < 5; round++) {
            for (int i = 0; i < data.length; i++) {
                data[i] = i;
            }
            long sum = pool.invoke(new Sum(data, 0, data.length));
            if (sum != 12497500) {
                throw new AssertionError(sum);
            }
        }
        pool.shutdown();
    }
}
