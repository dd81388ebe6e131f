// Missed because: threads that spin do not wait, as far as anybody can see.
//@ mechanism deadlocks: waiting by hand

import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicBoolean;

public class SpinLocks {
    static final Phaser meeting = new Phaser(3);

    static void lock(AtomicBoolean lock) {
        while (!lock.compareAndSet(false, true)) {
            Thread.yield();
        }
    }

    static Thread daemon(AtomicBoolean first, AtomicBoolean second) {
        Thread daemon = new Thread(() -> {
            lock(first);
            meeting.arriveAndAwaitAdvance();
            lock(second);
            throw new AssertionError();
        });
        daemon.setDaemon(true);
        return daemon;
    }

    public static void main(String[] args) throws InterruptedException {
        AtomicBoolean left = new AtomicBoolean();
        AtomicBoolean right = new AtomicBoolean();
        daemon(left, right).start();
        daemon(right, left).start();
        meeting.arriveAndAwaitAdvance();
        Thread.sleep(1500);
    }
}
