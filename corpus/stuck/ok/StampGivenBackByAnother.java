// The thread that took the stamp has ended; another one gives it back while the writer waits.
//@ mechanism stuck programs: locks of threads that have ended

import java.util.concurrent.locks.StampedLock;

public class StampGivenBackByAnother {
    static final StampedLock lock = new StampedLock();
    static long stamp;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {
            stamp = lock.readLock();
        });
        first.start();
        first.join();
        Thread writer = new Thread(() -> {
            long own = lock.writeLock();
            lock.unlockWrite(own);
        });
        writer.start();
        Thread.sleep(1000);
        lock.unlockRead(stamp);
        writer.join();
    }
}
