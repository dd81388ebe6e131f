// A thread waits for another one to end, and takes the lock afterwards.
//@ mechanism explore: join under a lock
//@ small

public class JoinUnderLock {
    static final Object lock = new Object();
    static int sum;

    static void work() {
        synchronized (lock) {
            sum += 1;
        }
    }

    static void collect(Thread worker) {
        joinIt(worker);
        synchronized (lock) {
            sum += 10;
        }
    }

    static void joinIt(Thread worker) {
        try {
            worker.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(JoinUnderLock::work);
        Thread collector = new Thread(() -> collect(worker));
        worker.start();
        collector.start();
        collector.join();
        if (sum != 11) {
            throw new AssertionError(sum);
        }
    }
}
