// Two threads increment one counter under one lock.
//@ mechanism thread basics: synchronized blocks

public class CounterLocked {
    static final Object lock = new Object();
    static int count;

    static void work() {
        for (int i = 0; i < 1000; i++) {
            synchronized (lock) {
                count++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(CounterLocked::work);
        Thread b = new Thread(CounterLocked::work);
        a.start();
        b.start();
        a.join();
        b.join();
        if (count != 2000) {
            throw new AssertionError(count);
        }
    }
}
