// A thread's results are read after its end, without a lock. The paper's relation knows starts only, and warns.
//@ mechanism lock discipline: hand-over beyond the paper

public class JoinHandsBack {
    static class Sum extends Thread {
        final int from;
        long result;

        Sum(int from) {
            this.from = from;
        }

        @Override
        public void run() {
            for (int i = from; i < from + 100; i++) {
                result += i;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Sum low = new Sum(0);
        Sum high = new Sum(100);
        low.start();
        high.start();
        low.join();
        high.join();
        low.result += high.result;
        if (low.result != 19_900) {
            throw new AssertionError(low.result);
        }
    }
}
