// A concurrent sorted map and a set publish what was written before an element was put in, not what is
// written later.
//@ mechanism java.util.concurrent: ConcurrentSkipListMap and ConcurrentSkipListSet

import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Semaphore;

public class SkipListTooLate {
    static final ConcurrentSkipListMap<Integer, int[]> map = new ConcurrentSkipListMap<>();
    static final ConcurrentSkipListSet<Integer> set = new ConcurrentSkipListSet<>();
    static int data;
    static int more;

    static void publish(int key) {
        map.put(key, new int[1]);
        data = 1; //~ race SkipListTooLate.data
        set.add(key);
        more = 1; //~ race SkipListTooLate.more
    }

    static int look(int key) {
        int sum = map.get(key).length;
        sum += data; //~ race SkipListTooLate.data
        sum += set.contains(key) ? 1 : 0;
        return sum + more; //~ race SkipListTooLate.more
    }

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        publish(1);
        look(1);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            publish(2);
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int sum = look(2);
        end.release();
        t.join();
        System.out.println(sum <= 4);
    }
}
