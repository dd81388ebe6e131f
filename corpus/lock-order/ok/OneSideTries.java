// One thread waits for its second lock, the other only tries: one that gives up is enough to break the cycle.
//@ mechanism lock order: ReentrantLock

import java.util.concurrent.locks.ReentrantLock;

public class OneSideTries {
    static final ReentrantLock left = new ReentrantLock();
    static final ReentrantLock right = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            for (int round = 0; round < 50; round++) {
                if (left.tryLock()) {
                    right.lock();
                    right.unlock();
                    left.unlock();
                }
            }
        });
        other.start();
        for (int round = 0; round < 50; round++) {
            right.lock();
            if (left.tryLock()) {
                left.unlock();
            }
            right.unlock();
        }
        other.join();
    }
}
