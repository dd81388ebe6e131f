// Five threads and five locks in a ring, all at the same place: philosophers who dine one after the other.
//@ mechanism lock order: ReentrantLock

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

public class FiveLocks {
    static final int PHILOSOPHERS = 5;
    static final AtomicInteger turn = new AtomicInteger();

    static void dine(int me, ReentrantLock left, ReentrantLock right) {
        while (turn.getOpaque() != me) {
            Thread.onSpinWait();
        }
        left.lock();
        try {
            right.lock(); //~ takes ring*5
            right.unlock();
        } finally {
            left.unlock();
        }
        turn.setOpaque(me + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantLock[] forks = new ReentrantLock[PHILOSOPHERS];
        for (int i = 0; i < PHILOSOPHERS; i++) {
            forks[i] = new ReentrantLock();
        }
        Thread[] philosophers = new Thread[PHILOSOPHERS];
        for (int i = 0; i < PHILOSOPHERS; i++) {
            int me = i;
            ReentrantLock left = forks[i];
            ReentrantLock right = forks[(i + 1) % PHILOSOPHERS];
            philosophers[i] = new Thread(() -> dine(me, left, right));
            philosophers[i].start();
        }
        for (Thread philosopher : philosophers) {
            philosopher.join();
        }
    }
}
