// Two threads want two locks in opposite order, but give up the first if the second is taken.
//@ mechanism explore: tryLock

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

public class TryLocks {
    static final ReentrantLock left = new ReentrantLock();
    static final ReentrantLock right = new ReentrantLock();
    static final AtomicInteger outcomes = new AtomicInteger();

    static void take(ReentrantLock first, ReentrantLock second) {
        first.lock();
        try {
            if (second.tryLock()) {
                second.unlock();
            }
            outcomes.incrementAndGet();
        } finally {
            first.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> take(left, right));
        Thread two = new Thread(() -> take(right, left));
        one.start();
        two.start();
        one.join();
        two.join();
        if (outcomes.get() != 2) {
            throw new AssertionError(outcomes);
        }
    }
}
