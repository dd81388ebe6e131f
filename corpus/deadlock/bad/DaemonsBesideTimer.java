// Two daemon threads hang while main sleeps again and again: the program goes on, they never will.
//@ mechanism deadlocks: while other threads run

import java.util.concurrent.Phaser;
import java.util.concurrent.locks.ReentrantLock;

public class DaemonsBesideTimer {
    static final Phaser meeting = new Phaser(2);

    static Thread daemon(ReentrantLock first, ReentrantLock second) {
        Thread daemon = new Thread(() -> {
            first.lock();
            meeting.arriveAndAwaitAdvance();
            second.lock(); //~ waits pair*2
            throw new AssertionError();
        });
        daemon.setDaemon(true);
        return daemon;
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock left = new ReentrantLock();
        ReentrantLock right = new ReentrantLock();
        daemon(left, right).start();
        daemon(right, left).start();
        while (true) {
            Thread.sleep(10);
        }
    }
}
