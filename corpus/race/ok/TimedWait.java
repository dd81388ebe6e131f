// wait(millis) and wait(millis, nanos) release the monitor and take it again.
//@ mechanism thread basics: wait and notify

public class TimedWait {
    static final Object lock = new Object();
    static int turns;

    static void work() {
        for (int i = 0; i < 20; i++) {
            synchronized (lock) {
                turns++;
                try {
                    if (i % 2 == 0) {
                        lock.wait(1);
                    } else {
                        lock.wait(0, 1000);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                turns++;
                lock.notifyAll();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(TimedWait::work);
        // wait(0, n) may round to "for ever": someone must wake the last one.
        Thread waker = new Thread(() -> {
            while (!Thread.interrupted()) {
                synchronized (lock) {
                    lock.notifyAll();
                }
                Thread.yield();
            }
        });
        t.start();
        waker.start();
        work();
        t.join();
        waker.interrupt();
        waker.join();
        if (turns != 80) {
            throw new AssertionError(turns);
        }
    }
}
