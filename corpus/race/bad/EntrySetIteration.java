// A thread goes through the entries of a map into which another one puts a key.
//@ mechanism collections: keySet, values and entrySet views

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Semaphore;

public class EntrySetIteration {
    public static void main(String[] args) throws InterruptedException {
        Map<Integer, Integer> map = new HashMap<>(Map.of(1, 10, 2, 20));
        int sum = 0;
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
        for (Map.Entry<Integer, Integer> entry : map.entrySet()) { //~ race contents:HashMap
            sum += entry.getKey();
        }
        end.release();
        t.join();
        System.out.println(sum >= 3);
    }
}
