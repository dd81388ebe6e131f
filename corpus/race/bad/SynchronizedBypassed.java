// One thread uses the synchronized wrapper, the other one the map inside it.
//@ mechanism collections: synchronized wrappers

import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

public class SynchronizedBypassed {
    public static void main(String[] args) throws InterruptedException {
        Map<Integer, String> map = new HashMap<>(Map.of(1, "a", 2, "b"));
        Map<Integer, String> wrapper = Collections.synchronizedMap(map);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            wrapper.put(3, "c"); //~ race contents:HashMap
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        String seen = map.get(1); //~ race contents:HashMap
        end.release();
        t.join();
        System.out.println(seen);
    }
}
