// Elements of a list and entries of a map that are there already are variables of their own.
//@ mechanism collections: elements and entries apart
//@ mechanism collections: ArrayList
//@ mechanism collections: HashMap
//@ mechanism collections: TreeMap

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

public class ElementsApart {
    static final List<Integer> list = new ArrayList<>(List.of(0, 0, 0, 0));
    static final Map<Integer, Integer> hashed = new HashMap<>(Map.of(0, 0, 1, 0));
    static final Map<Integer, Integer> sorted = new TreeMap<>(Map.of(0, 0, 1, 0));

    static void work(int me) {
        for (int i = 1; i <= 50; i++) {
            list.set(me, i);
            hashed.put(me, i);
            sorted.put(me, i);
            if (list.get(me) + hashed.get(me) + sorted.get(me) != 3 * i) {
                throw new AssertionError(i);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> work(0));
        t.start();
        work(1);
        t.join();
        if (list.get(0) + hashed.get(0) + sorted.get(0) != 150) {
            throw new AssertionError(list);
        }
    }
}
