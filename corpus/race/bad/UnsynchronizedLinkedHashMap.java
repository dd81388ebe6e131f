// A thread gets from a LinkedHashMap from which another one removes.
//@ mechanism collections: LinkedHashMap

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

public class UnsynchronizedLinkedHashMap {
    public static void main(String[] args) throws InterruptedException {
        Map<Integer, String> map = new LinkedHashMap<>(Map.of(1, "a", 2, "b"));
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            map.remove(2); //~ race contents:LinkedHashMap
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        String seen = map.get(1); //~ race contents:LinkedHashMap
        end.release();
        t.join();
        System.out.println(seen);
    }
}
