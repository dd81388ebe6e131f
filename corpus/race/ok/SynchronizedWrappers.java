// Every synchronized wrapper, changed by two threads; who iterates holds its lock, as the documentation
// asks.
//@ mechanism collections: synchronized wrappers
//@ mechanism collections: Vector, Stack and Hashtable
//@ mechanism collections: StringBuffer

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Hashtable;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.Vector;
import java.util.WeakHashMap;

public class SynchronizedWrappers {
    static final List<Collection<Integer>> collections = List.of(
            Collections.synchronizedList(new ArrayList<>()),
            Collections.synchronizedList(new LinkedList<>()),
            Collections.synchronizedSet(new HashSet<>()),
            Collections.synchronizedSortedSet(new TreeSet<>()),
            Collections.synchronizedCollection(new ArrayDeque<>()),
            new Vector<>(),
            new Stack<>());
    static final List<Map<Integer, Integer>> maps = List.of(
            Collections.synchronizedMap(new HashMap<>()),
            Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true)),
            Collections.synchronizedSortedMap(new TreeMap<>()),
            Collections.synchronizedMap(new WeakHashMap<>()),
            new Hashtable<>());
    static final StringBuffer text = new StringBuffer();

    static void work(int from) {
        for (int i = from; i < from + 20; i++) {
            int number = i;
            for (Collection<Integer> collection : collections) {
                collection.add(number);
                collection.contains(3);
                synchronized (collection) {
                    for (Integer element : collection) {
                        if (element > 50) {
                            throw new AssertionError(element);
                        }
                    }
                }
                collection.removeIf(element -> element == number - 2);
            }
            for (Map<Integer, Integer> map : maps) {
                map.put(number, number);
                map.merge(0, 1, Integer::sum);
                map.get(number - 1);
                Set<Integer> keys = map.keySet();
                keys.contains(number);
                synchronized (map) {
                    for (Integer key : keys) {
                        if (key > 50) {
                            throw new AssertionError(key);
                        }
                    }
                }
            }
            text.append('x').reverse();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> work(0));
        t.start();
        work(20);
        t.join();
        if (text.length() != 40) {
            throw new AssertionError(text);
        }
    }
}
