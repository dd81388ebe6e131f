// A thread looks at the first element of a TreeSet to which another one adds. The set keeps its elements in
// a TreeMap.
//@ mechanism collections: TreeSet

import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Semaphore;

public class UnsynchronizedTreeSet {
    public static void main(String[] args) throws InterruptedException {
        TreeSet<String> set = new TreeSet<>(Set.of("b", "c"));
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            set.add("a"); //~ race contents:TreeMap
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        String seen = set.first(); //~ race contents:TreeMap
        end.release();
        t.join();
        System.out.println(seen);
    }
}
