// Two virtual threads, two locks, two orders.
//@ mechanism lock order: virtual threads
//@ jdk 21+

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

public class VirtualThreads {
    static final AtomicInteger turn = new AtomicInteger();

    static void both(int me, ReentrantLock first, ReentrantLock second) {
        while (turn.getOpaque() != me) {
            Thread.yield();
        }
        first.lock();
        second.lock(); //~ takes pair*2
        second.unlock();
        first.unlock();
        turn.setOpaque(me + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock left = new ReentrantLock();
        ReentrantLock right = new ReentrantLock();
        Thread one = Thread.startVirtualThread(() -> both(0, left, right));
        Thread two = Thread.startVirtualThread(() -> both(1, right, left));
        one.join();
        two.join();
    }
}
