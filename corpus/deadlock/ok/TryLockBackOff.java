// Two threads take two locks in different orders, but give the first one back if the second is not free.
//@ mechanism deadlocks: ReentrantLock

import java.util.concurrent.locks.ReentrantLock;

public class TryLockBackOff {
    static int done;

    static void both(ReentrantLock first, ReentrantLock second) {
        for (int round = 0; round < 200;) {
            first.lock();
            try {
                if (second.tryLock()) {
                    try {
                        done++;
                        round++;
                    } finally {
                        second.unlock();
                    }
                }
            } finally {
                first.unlock();
            }
            Thread.yield();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock left = new ReentrantLock();
        ReentrantLock right = new ReentrantLock();
        Thread other = new Thread(() -> both(left, right));
        other.start();
        both(right, left);
        other.join();
        if (done != 400) {
            throw new AssertionError(done);
        }
    }
}
