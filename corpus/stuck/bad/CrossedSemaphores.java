// Two threads use semaphores as locks, in different orders. No thread is left that could release a permit.
//@ mechanism stuck programs: semaphores

import java.util.concurrent.Phaser;
import java.util.concurrent.Semaphore;

public class CrossedSemaphores {
    static final Phaser meeting = new Phaser(2);

    static void take(Semaphore first, Semaphore second) {
        first.acquireUninterruptibly();
        meeting.arriveAndAwaitAdvance();
        second.acquireUninterruptibly(); //~ waits all*2
        throw new AssertionError();
    }

    public static void main(String[] args) {
        Semaphore left = new Semaphore(1);
        Semaphore right = new Semaphore(1);
        new Thread(() -> take(left, right)).start();
        take(right, left);
    }
}
