// Both threads put a value for the same key, which is present already.
//@ mechanism collections: elements and entries apart

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

public class HashMapSameKey {
    public static void main(String[] args) throws InterruptedException {
        Map<Integer, String> map = new HashMap<>(Map.of(1, "a", 2, "b"));
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            map.put(1, "x"); //~ race contents:HashMap
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        map.put(1, "y"); //~ race contents:HashMap
        end.release();
        t.join();
        System.out.println(map.get(1).length() == 1);
    }
}
