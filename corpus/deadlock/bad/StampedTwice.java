// A StampedLock is not re-entrant: the thread that has it waits for itself.
//@ mechanism deadlocks: StampedLock

import java.util.concurrent.locks.StampedLock;

public class StampedTwice {
    static final StampedLock lock = new StampedLock();

    public static void main(String[] args) {
        new Thread(() -> {
            lock.writeLock();
            System.out.println("hanging");
            lock.writeLock(); //~ waits itself
            throw new AssertionError();
        }).start();
    }
}
