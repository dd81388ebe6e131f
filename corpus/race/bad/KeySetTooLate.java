// A concurrent set publishes what was written before an element was added, not what is written later.
//@ mechanism java.util.concurrent: ConcurrentHashMap.newKeySet

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

public class KeySetTooLate {
    static final Set<Integer> set = ConcurrentHashMap.newKeySet(64);
    static int data;

    public static void main(String[] args) throws InterruptedException {
        // The first use of a class loads it, under locks of the JDK: not while there are two threads.
        set.add(1);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            set.add(2);
            data = 1; //~ race KeySetTooLate.data
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        boolean added = set.contains(2);
        int seen = data; //~ race KeySetTooLate.data
        end.release();
        t.join();
        System.out.println(added && seen <= 1);
    }
}
