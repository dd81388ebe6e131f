// Two ReentrantLocks in different orders.
//@ mechanism deadlocks: ReentrantLock

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.ReentrantLock;

public class ReentrantLocks {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock left = new ReentrantLock();
        ReentrantLock right = new ReentrantLock();
        CountDownLatch holds = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            left.lock();
            holds.countDown();
            right.lock(); //~ waits pair
            throw new AssertionError();
        });
        right.lock();
        other.start();
        holds.await();
        System.out.println("hanging");
        left.lock(); //~ waits pair
        throw new AssertionError();
    }
}
