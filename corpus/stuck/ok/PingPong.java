// Two threads, one of which always waits for the other, by every means there is.
//@ mechanism stuck programs: notifications
//@ mechanism stuck programs: conditions
//@ mechanism stuck programs: queues
//@ mechanism stuck programs: semaphores
//@ mechanism stuck programs: barriers and the like
//@ mechanism stuck programs: park

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Exchanger;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

public class PingPong {
    static final int ROUNDS = 100;
    static final Object monitor = new Object();
    static final ReentrantLock lock = new ReentrantLock();
    static final Condition changed = lock.newCondition();
    static final SynchronousQueue<Integer> queue = new SynchronousQueue<>();
    static final Semaphore[] turns = {new Semaphore(1), new Semaphore(0)};
    static final CyclicBarrier barrier = new CyclicBarrier(2);
    static final Exchanger<Integer> exchanger = new Exchanger<>();
    static final Thread[] both = new Thread[2];
    static volatile int parked;
    static int noted;
    static int signalled;

    static void play(int me) throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            synchronized (monitor) {
                while (noted % 2 != me) {
                    monitor.wait();
                }
                noted++;
                monitor.notify();
            }
            lock.lock();
            try {
                while (signalled % 2 != me) {
                    changed.await();
                }
                signalled++;
                changed.signal();
            } finally {
                lock.unlock();
            }
            if (me == 0) {
                queue.put(round);
            } else if (queue.take() != round) {
                throw new AssertionError();
            }
            turns[me].acquire();
            turns[1 - me].release();
            barrier.await();
            if (exchanger.exchange(me) != 1 - me) {
                throw new AssertionError();
            }
            while (parked % 2 != me) {
                LockSupport.park();
            }
            parked++;
            LockSupport.unpark(both[1 - me]);
        }
    }

    public static void main(String[] args) throws Exception {
        both[0] = Thread.currentThread();
        both[1] = new Thread(() -> {
            try {
                play(1);
            } catch (Exception e) {
                throw new AssertionError(e);
            }
        });
        both[1].start();
        play(0);
        both[1].join();
    }
}
