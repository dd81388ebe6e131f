// A sum by RecursiveTask, in the common pool and in one of its own.
//@ mechanism explore: ForkJoin

import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

public class RecursiveSum {
    static final class Sum extends RecursiveTask<Integer> {
        private static final long serialVersionUID = 1;
        final int from;
        final int to;

        Sum(int from, int to) {
            this.from = from;
            this.to = to;
        }

        @Override
        protected Integer compute() {
            if (to - from == 1) {
                return from;
            }
            int middle = (from + to) / 2;
            Sum left = new Sum(from, middle);
            left.fork();
            return new Sum(middle, to).compute() + left.join();
        }
    }

    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(2);
        int own = pool.invoke(new Sum(0, 8));
        pool.shutdown();
        int common = new Sum(0, 8).invoke();
        if (own != 28 || common != 28) {
            throw new AssertionError(own + ", " + common);
        }
    }
}
