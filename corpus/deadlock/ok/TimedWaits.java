// Two threads wait for each other's lock, but not for ever: one gives up.
//@ mechanism deadlocks: ReentrantLock

import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class TimedWaits {
    static final Phaser meeting = new Phaser(2);

    static boolean take(ReentrantLock first, ReentrantLock second, long millis) throws InterruptedException {
        first.lock();
        try {
            meeting.arriveAndAwaitAdvance();
            boolean taken = second.tryLock(millis, TimeUnit.MILLISECONDS);
            if (taken) {
                second.unlock();
            }
            return taken;
        } finally {
            first.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock left = new ReentrantLock();
        ReentrantLock right = new ReentrantLock();
        Thread patient = new Thread(() -> {
            try {
                if (!take(left, right, 100_000)) {
                    throw new AssertionError();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        patient.start();
        if (take(right, left, 1500)) {
            throw new AssertionError();
        }
        patient.join();
    }
}
