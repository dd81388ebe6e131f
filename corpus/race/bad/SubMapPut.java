// A thread puts a key into a view of a TreeMap, while another one searches the map.
//@ mechanism collections: subList and subMap views

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.Semaphore;

public class SubMapPut {
    public static void main(String[] args) throws InterruptedException {
        TreeMap<Integer, String> map = new TreeMap<>(Map.of(1, "a", 2, "b"));
        SortedMap<Integer, String> tail = map.tailMap(2);
        // The first use of a class loads it, under locks of the JDK: not while there are two threads.
        tail.size();
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            tail.put(3, "c"); //~ race contents:TreeMap
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        Integer seen = map.lastKey(); //~ race contents:TreeMap
        end.release();
        t.join();
        System.out.println(seen <= 3);
    }
}
