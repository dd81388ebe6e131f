// A thread searches a HashSet to which another one adds. The set keeps its elements in a HashMap.
//@ mechanism collections: HashSet

import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Semaphore;

public class UnsynchronizedHashSet {
    public static void main(String[] args) throws InterruptedException {
        Set<String> set = new HashSet<>(Set.of("a", "b"));
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            set.add("c"); //~ race contents:HashMap
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        boolean seen = set.contains("a"); //~ race contents:HashMap
        end.release();
        t.join();
        System.out.println(seen);
    }
}
