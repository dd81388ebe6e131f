// Both threads read under a third lock meanwhile: readers do not keep each other out.
//@ mechanism lock order: a gate

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadGate {
    static final ReentrantReadWriteLock gate = new ReentrantReadWriteLock();
    static final AtomicInteger turn = new AtomicInteger();

    static void both(int me, Object outer, Object inner) {
        while (turn.getOpaque() != me) {
            Thread.onSpinWait();
        }
        gate.readLock().lock();
        synchronized (outer) {
            synchronized (inner) { //~ takes pair*2
                Thread.onSpinWait();
            }
        }
        gate.readLock().unlock();
        turn.setOpaque(me + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Object left = new Object();
        Object right = new Object();
        Thread other = new Thread(() -> both(0, left, right));
        other.start();
        both(1, right, left);
        other.join();
    }
}
