// ReentrantLock with a condition.
//@ mechanism java.util.concurrent: ReentrantLock
//@ mechanism java.util.concurrent: Condition

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ReentrantLocks {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition changed = lock.newCondition();
    static int count;
    static boolean evensTurn = true;

    static void play(boolean even) {
        for (int i = 0; i < 200; i++) {
            lock.lock();
            try {
                while (evensTurn != even) {
                    changed.awaitUninterruptibly();
                }
                count++;
                evensTurn = !even;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> play(false));
        t.start();
        play(true);
        t.join();
        if (count != 400) {
            throw new AssertionError(count);
        }
    }
}
