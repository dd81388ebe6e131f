// Threads start threads and join them: a sum over a tree.
//@ mechanism thread basics: start of a thread
//@ mechanism thread basics: join

public class ThreadTree {
    static class Sum extends Thread {
        final int from;
        final int to;
        int result;

        Sum(ThreadGroup group, int from, int to) {
            super(group, "sum-" + from);
            this.from = from;
            this.to = to;
        }

        @Override
        public void run() {
            if (to - from <= 8) {
                for (int i = from; i < to; i++) {
                    result += i;
                }
                return;
            }
            int middle = (from + to) / 2;
            Sum left = new Sum(getThreadGroup(), from, middle);
            Sum right = new Sum(getThreadGroup(), middle, to);
            left.start();
            right.start();
            try {
                left.join();
                right.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            result = left.result + right.result;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Sum sum = new Sum(new ThreadGroup("tree"), 0, 256);
        sum.start();
        sum.join();
        if (sum.result != 32640) {
            throw new AssertionError(sum.result);
        }
    }
}
