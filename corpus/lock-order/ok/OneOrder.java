// Many threads, three locks, always the same order; some leave one out.
//@ mechanism lock order: monitors

public class OneOrder {
    static final Object a = new Object();
    static final Object b = new Object();
    static final Object c = new Object();
    static int done;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[6];
        for (int i = 0; i < threads.length; i++) {
            int part = i % 3;
            threads[i] = new Thread(() -> {
                for (int round = 0; round < 100; round++) {
                    synchronized (part == 0 ? b : a) {
                        synchronized (part == 1 ? c : b) {
                            synchronized (c) {
                                done++;
                            }
                        }
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        if (done != 600) {
            throw new AssertionError(done);
        }
    }
}
