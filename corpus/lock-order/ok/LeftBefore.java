// Locks are taken in turn, not inside each other: hand over hand, and one after the other.
//@ mechanism lock order: monitors

import java.util.concurrent.locks.ReentrantLock;

public class LeftBefore {
    static void inTurn(ReentrantLock first, ReentrantLock second) {
        for (int round = 0; round < 50; round++) {
            first.lock();
            first.unlock();
            second.lock();
            second.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock left = new ReentrantLock();
        ReentrantLock right = new ReentrantLock();
        Thread other = new Thread(() -> inTurn(left, right));
        other.start();
        inTurn(right, left);
        other.join();
    }
}
