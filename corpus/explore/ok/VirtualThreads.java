// Virtual threads that share a monitor, a lock and a queue, and are joined.
//@ mechanism explore: virtual threads
//@ jdk 21+

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.locks.ReentrantLock;

public class VirtualThreads {
    static final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
    static final ReentrantLock lock = new ReentrantLock();
    static int underMonitor;
    static int underLock;

    static void work(int number) {
        synchronized (queue) {
            underMonitor += number;
        }
        lock.lock();
        try {
            underLock += number;
        } finally {
            lock.unlock();
        }
        queue.add(number);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = Thread.ofVirtual().start(() -> work(1));
        Thread two = Thread.startVirtualThread(() -> work(2));
        int sum = queue.take() + queue.take();
        one.join();
        two.join();
        if (sum != 3 || underMonitor != 3 || underLock != 3) {
            throw new AssertionError(sum + ", " + underMonitor + ", " + underLock);
        }
    }
}
