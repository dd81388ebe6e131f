// Who finds an element in a concurrent set comes after who added it.
//@ mechanism java.util.concurrent: ConcurrentHashMap.newKeySet
//@ mechanism java.util.concurrent: ConcurrentSkipListMap and ConcurrentSkipListSet
//@ mechanism java.util.concurrent: CopyOnWriteArrayList and CopyOnWriteArraySet

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArraySet;

public class ConcurrentSets {
    static int pass(Set<Integer> set) throws InterruptedException {
        int[] data = new int[100];
        Thread t = new Thread(() -> {
            for (int i = 0; i < data.length; i++) {
                data[i] = i;
                set.add(i);
            }
        });
        t.start();
        int sum = 0;
        for (int i = 0; i < data.length; i++) {
            while (!set.contains(i)) {
                Thread.onSpinWait();
            }
            sum += data[i];
        }
        t.join();
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        List<Set<Integer>> sets =
                List.of(ConcurrentHashMap.newKeySet(), new ConcurrentSkipListSet<>(), new CopyOnWriteArraySet<>());
        for (Set<Integer> set : sets) {
            if (pass(set) != 4950) {
                throw new AssertionError(set.getClass());
            }
        }
    }
}
