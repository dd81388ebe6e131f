// Two ReentrantLocks in different orders; one thread takes its second one so that it could be interrupted.
//@ mechanism lock order: ReentrantLock

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

public class ReentrantLocks {
    static final ReentrantLock left = new ReentrantLock();
    static final ReentrantLock right = new ReentrantLock(true);
    static final AtomicInteger turn = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            left.lock();
            right.lock(); //~ takes pair
            right.unlock();
            left.unlock();
            turn.setOpaque(1);
        });
        other.start();
        while (turn.getOpaque() != 1) {
            Thread.onSpinWait();
        }
        right.lock();
        left.lockInterruptibly(); //~ takes pair
        left.unlock();
        right.unlock();
        other.join();
    }
}
