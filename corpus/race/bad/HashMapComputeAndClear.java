// A thread clears a HashMap in which another one computes.
//@ mechanism collections: HashMap

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

public class HashMapComputeAndClear {
    public static void main(String[] args) throws InterruptedException {
        Map<Integer, String> map = new HashMap<>(Map.of(1, "a", 2, "b"));
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            map.computeIfAbsent(3, key -> "c"); //~ race contents:HashMap
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        map.clear(); //~ race contents:HashMap
        end.release();
        t.join();
        System.out.println(map.size());
    }
}
