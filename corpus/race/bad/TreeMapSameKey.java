// A thread gets the value of a key for which another one puts a new value.
//@ mechanism collections: elements and entries apart

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;

public class TreeMapSameKey {
    public static void main(String[] args) throws InterruptedException {
        Map<Integer, String> map = new TreeMap<>(Map.of(1, "a", 2, "b"));
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            map.put(1, "x"); //~ race contents:TreeMap
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        String seen = map.get(1); //~ race contents:TreeMap
        end.release();
        t.join();
        System.out.println(seen.length() == 1);
    }
}
