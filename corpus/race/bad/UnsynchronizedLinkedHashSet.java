// Two threads add to one LinkedHashSet, which keeps its elements in a LinkedHashMap.
//@ mechanism collections: LinkedHashSet

import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.Semaphore;

public class UnsynchronizedLinkedHashSet {
    public static void main(String[] args) throws InterruptedException {
        Set<String> set = new LinkedHashSet<>(Set.of("a", "b"));
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            set.add("c"); //~ race contents:LinkedHashMap
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        set.add("d"); //~ race contents:LinkedHashMap
        end.release();
        t.join();
        System.out.println(set.size());
    }
}
