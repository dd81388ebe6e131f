// A value is handed over and back with wait and notify, in loops.
//@ mechanism thread basics: wait and notify

public class WaitNotify {
    static final Object lock = new Object();
    static boolean full;
    static int[] box;

    static void put(int[] value) throws InterruptedException {
        synchronized (lock) {
            while (full) {
                lock.wait();
            }
            box = value;
            full = true;
            lock.notify();
        }
    }

    static int[] take() throws InterruptedException {
        synchronized (lock) {
            while (!full) {
                lock.wait();
            }
            full = false;
            lock.notify();
            return box;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread producer = new Thread(() -> {
            try {
                for (int i = 0; i < 500; i++) {
                    int[] value = new int[2];
                    value[0] = i;
                    value[1] = -i;
                    put(value);
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        producer.start();
        int sum = 0;
        for (int i = 0; i < 500; i++) {
            int[] value = take();
            sum += value[0] * 2 + value[1];
            value[0] = 0;
        }
        producer.join();
        if (sum != 124750) {
            throw new AssertionError(sum);
        }
    }
}
