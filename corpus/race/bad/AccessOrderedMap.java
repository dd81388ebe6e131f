// Two threads only get, but a LinkedHashMap in access order moves what is got.
//@ mechanism collections: LinkedHashMap in access order

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

public class AccessOrderedMap {
    public static void main(String[] args) throws InterruptedException {
        Map<Integer, String> map = new LinkedHashMap<>(16, 0.75f, true);
        map.put(1, "a");
        map.put(2, "b");
        map.put(3, "c");
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            map.get(1); //~ race contents:LinkedHashMap
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        map.get(2); //~ race contents:LinkedHashMap
        end.release();
        t.join();
        System.out.println(map.size());
    }
}
