// Filled before the threads start, then only read, by several at once; views are made at their first use.
//@ mechanism collections: ArrayList
//@ mechanism collections: LinkedList
//@ mechanism collections: ArrayDeque
//@ mechanism collections: PriorityQueue
//@ mechanism collections: HashMap
//@ mechanism collections: LinkedHashMap
//@ mechanism collections: TreeMap
//@ mechanism collections: HashSet
//@ mechanism collections: LinkedHashSet
//@ mechanism collections: TreeSet
//@ mechanism collections: IdentityHashMap
//@ mechanism collections: WeakHashMap
//@ mechanism collections: EnumMap
//@ mechanism collections: BitSet
//@ mechanism collections: StringBuilder
//@ mechanism collections: iterators
//@ mechanism collections: subList and subMap views
//@ mechanism collections: keySet, values and entrySet views
//@ mechanism collections: streams over a collection
//@ mechanism collections: unmodifiable views

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;

public class CollectionsReadOnly {
    static final Integer[] numbers = {1, 2, 3, 4};
    static final List<Collection<Integer>> collections = List.of(
            new ArrayList<>(List.of(numbers)),
            new LinkedList<>(List.of(numbers)),
            new ArrayDeque<>(List.of(numbers)),
            new PriorityQueue<>(List.of(numbers)),
            new HashSet<>(List.of(numbers)),
            new LinkedHashSet<>(List.of(numbers)),
            new TreeSet<>(List.of(numbers)));
    static final List<Map<Integer, Integer>> maps = List.of(
            new HashMap<>(),
            new LinkedHashMap<>(),
            new TreeMap<>(),
            new IdentityHashMap<>(),
            new WeakHashMap<>());
    static final Map<TimeUnit, Integer> units = new EnumMap<>(Map.of(TimeUnit.DAYS, 1));
    static final BitSet bits = BitSet.valueOf(new long[] {7});
    static final StringBuilder text = new StringBuilder("text");

    static int read() {
        int sum = units.get(TimeUnit.DAYS) + bits.cardinality() + text.indexOf("x") + text.toString().length();
        for (Collection<Integer> collection : collections) {
            for (Integer element : collection) {
                sum += element;
            }
            sum += collection.contains(3) ? 1 : 0;
            sum += new ArrayList<>(Collections.unmodifiableCollection(collection)).size();
            sum += collection.stream().mapToInt(element -> element).max().getAsInt();
        }
        List<Integer> list = (List<Integer>) collections.get(0);
        sum += list.get(0) + list.subList(1, 3).get(0) + list.indexOf(2);
        for (Map<Integer, Integer> map : maps) {
            sum += map.get(1) + map.size() + (map.containsKey(5) ? 1 : 0);
            sum += map.keySet().size() + map.values().iterator().next();
            for (Map.Entry<Integer, Integer> entry : map.entrySet()) {
                sum += entry.getValue();
            }
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        for (Map<Integer, Integer> map : maps) {
            for (Integer number : numbers) {
                map.put(number, 1);
            }
        }
        int[] sums = new int[3];
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            int me = i;
            threads[i] = new Thread(() -> {
                for (int round = 0; round < 20; round++) {
                    sums[me] += read();
                }
            });
            threads[i].start();
        }
        for (Thread t : threads) {
            t.join();
        }
        if (sums[0] != sums[1] || sums[1] != sums[2] || sums[0] != 20 * read()) {
            throw new AssertionError(sums[0]);
        }
    }
}
