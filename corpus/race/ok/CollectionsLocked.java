// Collections and other classes that are not made for sharing, all changed under one lock.
//@ mechanism collections: ArrayList
//@ mechanism collections: LinkedList
//@ mechanism collections: ArrayDeque
//@ mechanism collections: PriorityQueue
//@ mechanism collections: HashMap
//@ mechanism collections: LinkedHashMap
//@ mechanism collections: LinkedHashMap in access order
//@ mechanism collections: TreeMap
//@ mechanism collections: HashSet
//@ mechanism collections: LinkedHashSet
//@ mechanism collections: TreeSet
//@ mechanism collections: IdentityHashMap
//@ mechanism collections: WeakHashMap
//@ mechanism collections: EnumMap
//@ mechanism collections: BitSet
//@ mechanism collections: StringBuilder
//@ mechanism collections: SimpleDateFormat
//@ mechanism collections: Calendar
//@ mechanism collections: SplittableRandom
//@ mechanism collections: iterators
//@ mechanism collections: subList and subMap views
//@ mechanism collections: keySet, values and entrySet views
//@ mechanism collections: streams over a collection
//@ mechanism collections: unmodifiable views

import java.text.SimpleDateFormat;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collection;
import java.util.Collections;
import java.util.Date;
import java.util.EnumMap;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.LinkedList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.WeakHashMap;
import java.util.concurrent.TimeUnit;

public class CollectionsLocked {
    static final Object lock = new Object();
    static final List<Collection<Integer>> collections = List.of(
            new ArrayList<>(),
            new LinkedList<>(),
            new ArrayDeque<>(),
            new PriorityQueue<>(),
            new HashSet<>(),
            new LinkedHashSet<>(),
            new TreeSet<>());
    static final List<Map<Integer, Integer>> maps = List.of(
            new HashMap<>(),
            new LinkedHashMap<>(),
            new LinkedHashMap<>(16, 0.75f, true),
            new TreeMap<>(),
            new IdentityHashMap<>(),
            new WeakHashMap<>());
    static final Map<TimeUnit, Integer> units = new EnumMap<>(TimeUnit.class);
    static final BitSet bits = new BitSet();
    static final StringBuilder text = new StringBuilder();
    static final SimpleDateFormat format = new SimpleDateFormat("yyyy", Locale.ROOT);
    static final Calendar calendar = new GregorianCalendar(2020, Calendar.MARCH, 1);
    static final SplittableRandom random = new SplittableRandom(7);

    static int use(int number) {
        int sum = 0;
        for (Collection<Integer> collection : collections) {
            collection.add(number);
            for (Iterator<Integer> it = collection.iterator(); it.hasNext(); ) {
                if (it.next() % 8 == 7) {
                    it.remove();
                }
            }
            sum += collection.stream().mapToInt(element -> element).sum();
            sum += Collections.unmodifiableCollection(collection).size();
        }
        for (Map<Integer, Integer> map : maps) {
            map.put(number, number);
            map.merge(number % 5, 1, Integer::sum);
            sum += map.get(number) + map.keySet().size();
            map.values().removeIf(value -> value % 8 == 7);
            for (Map.Entry<Integer, Integer> entry : map.entrySet()) {
                entry.setValue(entry.getValue() + 1);
            }
        }
        List<Integer> list = (List<Integer>) collections.get(0);
        list.subList(0, list.size() / 2).clear();
        TreeMap<Integer, Integer> tree = (TreeMap<Integer, Integer>) maps.get(3);
        tree.headMap(number).clear();
        units.put(TimeUnit.values()[number % 7], number);
        bits.flip(number);
        text.append(number);
        calendar.add(Calendar.DATE, 1);
        return sum + text.length() + bits.cardinality() + format.format(new Date(number)).length()
                + calendar.get(Calendar.MONTH) + random.nextInt(3);
    }

    static void work(int from) {
        for (int i = 0; i < 20; i++) {
            synchronized (lock) {
                use(from + i);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> work(0));
        Thread u = new Thread(() -> work(10));
        t.start();
        u.start();
        t.join();
        u.join();
        if (text.length() != 70) {
            throw new AssertionError(text);
        }
    }
}
