// One thread writes and wakes four.
//@ mechanism thread basics: wait and notify

public class NotifyAll {
    static final Object lock = new Object();
    static boolean ready;
    static int message;
    static final int[] seen = new int[4];

    public static void main(String[] args) throws InterruptedException {
        Thread[] readers = new Thread[4];
        for (int i = 0; i < 4; i++) {
            int number = i;
            readers[i] = new Thread(() -> {
                synchronized (lock) {
                    while (!ready) {
                        try {
                            lock.wait();
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    }
                }
                seen[number] = message;
            });
            readers[i].start();
        }
        message = 5;
        synchronized (lock) {
            ready = true;
            lock.notifyAll();
        }
        int sum = 0;
        for (int i = 0; i < 4; i++) {
            readers[i].join();
            sum += seen[i];
        }
        if (sum != 20) {
            throw new AssertionError(sum);
        }
    }
}
