// Two thousand virtual threads at once, under one lock; carriers are not threads of the program.
//@ jdk 21+
//@ mechanism virtual threads: many threads

import java.util.concurrent.locks.ReentrantLock;

public class VirtualThousands {
    static int count;
    static final ReentrantLock lock = new ReentrantLock();

    static void work() {
        lock.lock();
        count++;
        lock.unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[2000];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.startVirtualThread(VirtualThousands::work);
        }
        for (Thread t : threads) {
            t.join();
        }
        if (count != threads.length) {
            throw new AssertionError(count);
        }
    }
}
