// A thread gets from a WeakHashMap into which another one puts.
//@ mechanism collections: WeakHashMap

import java.util.Map;
import java.util.WeakHashMap;
import java.util.concurrent.Semaphore;

public class UnsynchronizedWeakHashMap {
    public static void main(String[] args) throws InterruptedException {
        String key = "a";
        String other = "b";
        Map<String, String> map = new WeakHashMap<>();
        map.put(key, "x");
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            map.put(other, "y"); //~ race contents:WeakHashMap
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        String seen = map.get(key); //~ race contents:WeakHashMap
        end.release();
        t.join();
        System.out.println(seen);
    }
}
