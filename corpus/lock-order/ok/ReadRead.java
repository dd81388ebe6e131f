// Both threads only read under both locks. (A writer in the queue between them is another matter.)
//@ mechanism lock order: read-write locks

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadRead {
    static void both(ReadWriteLock first, ReadWriteLock second) {
        for (int round = 0; round < 50; round++) {
            first.readLock().lock();
            second.readLock().lock();
            second.readLock().unlock();
            first.readLock().unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReadWriteLock left = new ReentrantReadWriteLock();
        ReadWriteLock right = new ReentrantReadWriteLock();
        Thread other = new Thread(() -> both(left, right));
        other.start();
        both(right, left);
        other.join();
    }
}
