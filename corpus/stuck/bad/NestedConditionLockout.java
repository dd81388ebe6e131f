// A thread waits for a signal with one more lock in hand, which the signaller needs.
//@ mechanism stuck programs: conditions

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class NestedConditionLockout {
    static final ReentrantLock outer = new ReentrantLock();
    static final ReentrantLock inner = new ReentrantLock();
    static final Condition rung = inner.newCondition();

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch inside = new CountDownLatch(1);
        new Thread(() -> {
            outer.lock();
            inner.lock();
            inside.countDown();
            rung.awaitUninterruptibly(); //~ waits all
        }).start();
        inside.await();
        outer.lock(); //~ waits all
        inner.lock();
        rung.signal();
    }
}
