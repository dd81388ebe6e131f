// The second lock is tried only, with and without a timeout: no thread waits for ever.
//@ mechanism lock order: ReentrantLock

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class TryLockBackOff {
    static void both(ReentrantLock first, ReentrantLock second, long millis) throws InterruptedException {
        for (int round = 0; round < 50; round++) {
            first.lock();
            try {
                boolean taken = millis == 0 ? second.tryLock() : second.tryLock(millis, TimeUnit.MILLISECONDS);
                if (taken) {
                    second.unlock();
                }
            } finally {
                first.unlock();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock left = new ReentrantLock();
        ReentrantLock right = new ReentrantLock();
        Thread other = new Thread(() -> {
            try {
                both(left, right, 0);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        both(right, left, 1);
        other.join();
    }
}
