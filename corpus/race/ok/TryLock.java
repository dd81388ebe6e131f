// tryLock, timed and not: only who got the lock touches the data.
//@ mechanism java.util.concurrent: ReentrantLock

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class TryLock {
    static final ReentrantLock lock = new ReentrantLock(true);
    static int count;

    static void work() {
        try {
            for (int done = 0; done < 200; ) {
                boolean locked = done % 2 == 0 ? lock.tryLock() : lock.tryLock(1, TimeUnit.SECONDS);
                if (locked) {
                    try {
                        count++;
                        done++;
                    } finally {
                        lock.unlock();
                    }
                } else {
                    Thread.yield();
                }
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(TryLock::work);
        t.start();
        work();
        t.join();
        if (count != 400) {
            throw new AssertionError(count);
        }
    }
}
