// Two threads use one concurrent map on different keys, which are in different bins: the map orders
// nothing.
//@ mechanism java.util.concurrent: ConcurrentHashMap

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;

public class DifferentMapKeys {
    static final ConcurrentHashMap<Integer, Integer> map = new ConcurrentHashMap<>(64);
    static int putGet;
    static int putPut;
    static int computed;

    static void publish() {
        putGet = 1; //~ race DifferentMapKeys.putGet
        map.put(1, 1);
        putPut = 1; //~ race DifferentMapKeys.putPut
        map.replace(3, 3);
        computed = 1; //~ race DifferentMapKeys.computed
        map.compute(5, (key, value) -> value + 1);
    }

    static int look() {
        int sum = map.get(2);
        sum += putGet; //~ race DifferentMapKeys.putGet
        sum += map.put(4, 4);
        sum += putPut; //~ race DifferentMapKeys.putPut
        sum += map.merge(6, 1, Integer::sum);
        return sum + computed; //~ race DifferentMapKeys.computed
    }

    public static void main(String[] args) throws InterruptedException {
        for (int key = 1; key <= 6; key++) {
            map.put(key, key);
        }
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        publish();
        look();
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            publish();
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int sum = look();
        end.release();
        t.join();
        System.out.println(sum > 0);
    }
}
