// Two StampedLocks in different orders.
//@ mechanism lock order: StampedLock

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.StampedLock;

public class StampedLocks {
    static final AtomicInteger turn = new AtomicInteger();

    static void both(int me, StampedLock first, StampedLock second) {
        while (turn.getOpaque() != me) {
            Thread.onSpinWait();
        }
        long outer = first.writeLock();
        long inner = second.readLock(); //~ takes pair*2
        second.unlockRead(inner);
        first.unlockWrite(outer);
        turn.setOpaque(me + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        StampedLock left = new StampedLock();
        StampedLock right = new StampedLock();
        Thread other = new Thread(() -> both(0, left, right));
        other.start();
        both(1, right, left);
        other.join();
    }
}
