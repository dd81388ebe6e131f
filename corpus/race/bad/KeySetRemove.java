// A thread removes a key from a map by its key set, while another one looks at its values.
//@ mechanism collections: keySet, values and entrySet views

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Semaphore;

public class KeySetRemove {
    public static void main(String[] args) throws InterruptedException {
        Map<Integer, String> map = new HashMap<>(Map.of(1, "a", 2, "b"));
        Set<Integer> keys = map.keySet();
        Collection<String> values = map.values();
        // The first use of a class loads it, under locks of the JDK: not while there are two threads.
        keys.contains(1);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            keys.remove(1); //~ race contents:HashMap
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        boolean seen = values.contains("b"); //~ race contents:HashMap
        end.release();
        t.join();
        System.out.println(seen);
    }
}
