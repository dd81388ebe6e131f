// Two locks of the program's own making, which know their owners, are taken in different orders.
//@ mechanism deadlocks: locks of one's own

import java.util.concurrent.Phaser;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

public class OwnMutexes {
    static final Phaser meeting = new Phaser(2);

    static class Mutex extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int ignored) {
            if (!compareAndSetState(0, 1)) {
                return false;
            }
            setExclusiveOwnerThread(Thread.currentThread());
            return true;
        }
    }

    static void take(Mutex first, Mutex second) {
        first.acquire(1);
        meeting.arriveAndAwaitAdvance();
        second.acquire(1); //~ waits pair*2
    }

    public static void main(String[] args) {
        Mutex left = new Mutex();
        Mutex right = new Mutex();
        new Thread(() -> take(left, right)).start();
        new Thread(() -> take(right, left)).start();
    }
}
