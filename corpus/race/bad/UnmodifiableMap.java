// An unmodifiable view cannot be changed, but the map behind it can.
//@ mechanism collections: unmodifiable views

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;

public class UnmodifiableMap {
    public static void main(String[] args) throws InterruptedException {
        Map<Integer, String> map = new TreeMap<>(Map.of(1, "a"));
        Map<Integer, String> view = Collections.unmodifiableMap(map);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            map.put(2, "b"); //~ race contents:TreeMap
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        boolean seen = view.containsKey(1); //~ race contents:TreeMap
        end.release();
        t.join();
        System.out.println(seen);
    }
}
