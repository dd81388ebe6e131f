// Two threads wait at a condition, and the one that would signal has ended without.
//@ mechanism stuck programs: conditions

import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class AwaitWithoutSignal {
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition changed = lock.newCondition();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread forgetful = new Thread(() -> {
            lock.lock();
            try {
                ready = true;
            } finally {
                lock.unlock();
            }
        });
        Thread waiter = new Thread(() -> {
            lock.lock();
            try {
                changed.awaitUninterruptibly(); //~ waits all
            } finally {
                lock.unlock();
            }
        });
        waiter.start();
        forgetful.start();
        forgetful.join();
        System.out.println("hanging");
        waiter.join(); //~ waits all
    }
}
