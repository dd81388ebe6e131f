// Both orders, but only inside a third lock, which lets one thread in at a time.
//@ mechanism lock order: a gate

import java.util.concurrent.locks.ReentrantLock;

public class GateLock {
    static final ReentrantLock gate = new ReentrantLock();
    static int done;

    static void both(Object outer, Object inner) {
        for (int round = 0; round < 200; round++) {
            gate.lock();
            synchronized (outer) {
                synchronized (inner) {
                    done++;
                }
            }
            gate.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object left = new Object();
        Object right = new Object();
        Thread other = new Thread(() -> both(left, right));
        other.start();
        both(right, left);
        other.join();
        if (done != 400) {
            throw new AssertionError(done);
        }
    }
}
