// A thread gets from an IdentityHashMap into which another one puts.
//@ mechanism collections: IdentityHashMap

import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

public class UnsynchronizedIdentityHashMap {
    public static void main(String[] args) throws InterruptedException {
        String key = "a";
        Object other = new Object();
        Map<Object, String> map = new IdentityHashMap<>();
        map.put(key, "x");
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            map.put(other, "y"); //~ race contents:IdentityHashMap
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        String seen = map.get(key); //~ race contents:IdentityHashMap
        end.release();
        t.join();
        System.out.println(seen);
    }
}
