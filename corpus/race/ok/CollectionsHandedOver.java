// Built by one thread, changed and read by another one that has joined it; published by a queue and by a
// volatile field.
//@ mechanism collections: ArrayList
//@ mechanism collections: HashMap
//@ mechanism collections: TreeMap
//@ mechanism collections: ArrayDeque
//@ mechanism collections: BitSet
//@ mechanism collections: StringBuilder
//@ mechanism collections: LinkedHashSet
//@ mechanism collections: Calendar

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Calendar;
import java.util.Collection;
import java.util.GregorianCalendar;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.LinkedBlockingQueue;

public class CollectionsHandedOver {
    static class Things {
        final List<Integer> list = new ArrayList<>();
        final Map<Integer, Integer> map = new HashMap<>();
        final Map<Integer, Integer> tree = new TreeMap<>();
        final ArrayDeque<Integer> deque = new ArrayDeque<>();
        final Set<Integer> set = new LinkedHashSet<>();
        final BitSet bits = new BitSet();
        final StringBuilder text = new StringBuilder();
        final Calendar calendar = new GregorianCalendar(2020, Calendar.MARCH, 1);

        Things add(int number) {
            list.add(number);
            map.put(number, number);
            tree.put(number, number);
            deque.addLast(number);
            set.add(number);
            bits.set(number);
            text.append('x');
            calendar.add(Calendar.DATE, 1);
            return this;
        }

        int sum() {
            int sum = text.toString().length() + bits.cardinality() + calendar.get(Calendar.DATE);
            for (Collection<Integer> elements : List.of(list, map.values(), tree.keySet(), deque, set)) {
                sum += elements.stream().mapToInt(element -> element).sum();
            }
            return sum;
        }
    }

    static volatile Things published;

    public static void main(String[] args) throws InterruptedException {
        Things joined = new Things();
        LinkedBlockingQueue<Things> queue = new LinkedBlockingQueue<>();
        joined.add(1);
        Thread t = new Thread(() -> {
            joined.add(2);
            queue.add(new Things().add(3));
            published = new Things().add(4);
        });
        t.start();
        int sum = queue.take().add(5).sum();
        while (published == null) {
            Thread.onSpinWait();
        }
        sum += published.add(6).sum();
        t.join();
        sum += joined.add(7).sum();
        if (sum != 164) {
            throw new AssertionError(sum);
        }
    }
}
