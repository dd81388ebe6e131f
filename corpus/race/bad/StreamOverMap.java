// A thread streams over the values of a map into which another one puts a key.
//@ mechanism collections: streams over a collection

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

public class StreamOverMap {
    public static void main(String[] args) throws InterruptedException {
        Map<Integer, Integer> map = new HashMap<>(Map.of(1, 10, 2, 20));
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            map.put(3, 30); //~ race contents:HashMap
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = map.values().stream().mapToInt(value -> value).sum(); //~ race contents:HashMap
        end.release();
        t.join();
        System.out.println(seen >= 30);
    }
}
