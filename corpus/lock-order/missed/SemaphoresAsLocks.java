// Missed because: a permit has no owner, so no thread is said to hold it.
//@ mechanism lock order: waiting by hand

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

public class SemaphoresAsLocks {
    static final AtomicInteger turn = new AtomicInteger();

    static void both(int me, Semaphore first, Semaphore second) {
        while (turn.getOpaque() != me) {
            Thread.onSpinWait();
        }
        first.acquireUninterruptibly();
        second.acquireUninterruptibly();
        second.release();
        first.release();
        turn.setOpaque(me + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Semaphore left = new Semaphore(1);
        Semaphore right = new Semaphore(1);
        Thread other = new Thread(() -> both(0, left, right));
        other.start();
        both(1, right, left);
        other.join();
    }
}
