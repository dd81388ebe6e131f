// Two threads put different new keys into one HashMap.
//@ mechanism collections: HashMap

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

public class UnsynchronizedHashMap {
    public static void main(String[] args) throws InterruptedException {
        Map<Integer, String> map = new HashMap<>(Map.of(1, "a", 2, "b"));
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            map.put(3, "c"); //~ race contents:HashMap
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        map.put(4, "d"); //~ race contents:HashMap
        end.release();
        t.join();
        System.out.println(map.size() <= 4);
    }
}
