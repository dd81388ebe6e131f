// Two threads count words in a ConcurrentHashMap and a ConcurrentSkipListMap.
//@ mechanism explore: concurrent maps

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;

public class MapMerge {
    static final Map<String, Integer> hashed = new ConcurrentHashMap<>();
    static final Map<String, Integer> sorted = new ConcurrentSkipListMap<>();

    static void count(String... words) {
        for (String word : words) {
            hashed.merge(word, 1, Integer::sum);
            sorted.merge(word, 1, Integer::sum);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> count("a", "b"));
        Thread two = new Thread(() -> count("b", "c"));
        one.start();
        two.start();
        one.join();
        two.join();
        if (!hashed.equals(Map.of("a", 1, "b", 2, "c", 1)) || !sorted.equals(hashed)) {
            throw new AssertionError(hashed + ", " + sorted);
        }
    }
}
