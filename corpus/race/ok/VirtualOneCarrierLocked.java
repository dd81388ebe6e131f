// Two virtual threads on the same carrier take turns by a lock, a queue and a volatile field.
//@ jdk 21+
//@ mechanism virtual threads: threads on one carrier

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.locks.ReentrantLock;

public class VirtualOneCarrierLocked {
    static int locked;
    static int handed;
    static volatile boolean ready;
    static final ReentrantLock lock = new ReentrantLock();
    static final SynchronousQueue<int[]> queue = new SynchronousQueue<>();

    static void increment() {
        lock.lock();
        int before = locked;
        Thread.yield();
        locked = before + 1;
        lock.unlock();
    }

    static void give() {
        try {
            for (int i = 0; i < 100; i++) {
                increment();
                queue.put(new int[] {i});
            }
            handed = 1;
            ready = true;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void take() {
        try {
            int sum = 0;
            for (int i = 0; i < 100; i++) {
                increment();
                sum += queue.take()[0];
            }
            while (!ready) {
                Thread.yield();
            }
            handed += sum;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        System.setProperty("jdk.virtualThreadScheduler.parallelism", "1");
        System.setProperty("jdk.virtualThreadScheduler.maxPoolSize", "1");
        Thread giver = Thread.startVirtualThread(VirtualOneCarrierLocked::give);
        Thread taker = Thread.startVirtualThread(VirtualOneCarrierLocked::take);
        giver.join();
        taker.join();
        if (locked != 200 || handed != 4951) {
            throw new AssertionError(handed);
        }
    }
}
