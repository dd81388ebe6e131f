// Ten thousand threads in batches of a hundred: a lock within a batch, a join between batches.
//@ mechanism thread basics: many threads
//@ mechanism lifetimes: thread ids re-used

public class ThreadsInBatches {
    static int locked;
    static final int[] own = new int[100];

    static synchronized void increment() {
        locked++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[100];
        for (int batch = 0; batch < 100; batch++) {
            for (int i = 0; i < threads.length; i++) {
                int number = i;
                threads[i] = new Thread(() -> {
                    own[number]++;
                    increment();
                });
                threads[i].start();
            }
            for (Thread t : threads) {
                t.join();
            }
            if (locked != (batch + 1) * 100 || own[99] != batch + 1) {
                throw new AssertionError(locked);
            }
        }
    }
}
