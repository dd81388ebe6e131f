// A thread waits for another one to end while it has a lock that the other one still needs.
//@ mechanism explore: join under a lock
//@ finds deadlock

public class JoinUnderLock {
    static final Object lock = new Object();
    static int sum;

    static void work() {
        synchronized (lock) {
            sum += 1;
        }
    }

    static void collect(Thread worker) {
        synchronized (lock) {
            joinIt(worker);
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
