// Missed because: a thread that tries with a timeout and tries again never hangs, and never gets anywhere.
//@ mechanism deadlocks: waiting by hand

import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class TriesForEver {
    static final Phaser meeting = new Phaser(3);

    static Thread daemon(ReentrantLock first, ReentrantLock second) {
        Thread daemon = new Thread(() -> {
            first.lock();
            meeting.arriveAndAwaitAdvance();
            try {
                while (!second.tryLock(50, TimeUnit.MILLISECONDS)) {
                    Thread.onSpinWait();
                }
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        daemon.setDaemon(true);
        return daemon;
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock left = new ReentrantLock();
        ReentrantLock right = new ReentrantLock();
        daemon(left, right).start();
        daemon(right, left).start();
        meeting.arriveAndAwaitAdvance();
        Thread.sleep(1500);
    }
}
