// Two virtual threads, two ReentrantLocks.
//@ mechanism deadlocks: virtual threads
//@ jdk 21+

import java.util.concurrent.Phaser;
import java.util.concurrent.locks.ReentrantLock;

public class VirtualLocks {
    static final Phaser meeting = new Phaser(2);

    static void take(ReentrantLock first, ReentrantLock second) {
        first.lock();
        meeting.arriveAndAwaitAdvance();
        second.lock(); //~ waits pair*2
        throw new AssertionError();
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock left = new ReentrantLock();
        ReentrantLock right = new ReentrantLock();
        Thread one = Thread.startVirtualThread(() -> take(left, right));
        Thread.startVirtualThread(() -> take(right, left));
        one.join();
    }
}
