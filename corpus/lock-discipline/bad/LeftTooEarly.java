// A lock that was taken twice and given back twice is not held any more, though the code looks as if it were.
//@ mechanism lock discipline: re-entrance
//@ sites vary

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

public class LeftTooEarly {
    static final ReentrantLock lock = new ReentrantLock();
    static int shared;

    static void update(AtomicInteger turn, int me) {
        while (turn.getOpaque() != me) {
            Thread.onSpinWait();
        }
        lock.lock();
        lock.lock();
        shared++; //~ unprotected LeftTooEarly.shared
        lock.unlock();
        shared++; //~ unprotected LeftTooEarly.shared
        lock.unlock();
        if (me == 0) {
            shared++; //~ unprotected LeftTooEarly.shared
        }
        lock.lock();
        lock.unlock();
        turn.setOpaque(me + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        AtomicInteger turn = new AtomicInteger();
        Thread other = new Thread(() -> update(turn, 0));
        other.start();
        update(turn, 1);
        other.join();
    }
}
