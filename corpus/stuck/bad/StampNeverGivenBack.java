// A thread has ended with a stamp for reading, and who wants to write waits for it to come back.
//@ mechanism stuck programs: locks of threads that have ended

import java.util.concurrent.locks.StampedLock;

public class StampNeverGivenBack {
    static final StampedLock lock = new StampedLock();

    public static void main(String[] args) throws InterruptedException {
        Thread careless = new Thread(() -> {
            lock.readLock();
        });
        careless.start();
        careless.join();
        lock.writeLock(); //~ waits all
    }
}
