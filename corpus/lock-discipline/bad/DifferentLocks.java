// The same with locks of java.util.concurrent.
//@ mechanism lock discipline: locks of java.util.concurrent

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

public class DifferentLocks {
    static final ReentrantLock left = new ReentrantLock();
    static final ReentrantLock right = new ReentrantLock();
    static final ReentrantLock unrelated = new ReentrantLock();
    static int shared;

    public static void main(String[] args) throws InterruptedException {
        AtomicInteger turn = new AtomicInteger();
        Thread other = new Thread(() -> {
            left.lock();
            shared = 1; //~ unprotected DifferentLocks.shared
            left.unlock();
            unrelated.lock();
            unrelated.unlock();
            turn.setOpaque(1);
        });
        other.start();
        while (turn.getOpaque() != 1) {
            Thread.onSpinWait();
        }
        unrelated.lock();
        unrelated.unlock();
        right.lock();
        shared = 2; //~ unprotected DifferentLocks.shared
        right.unlock();
        other.join();
    }
}
