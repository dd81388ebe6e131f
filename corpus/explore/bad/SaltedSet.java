// Sets and maps that cannot be changed have an order of each JVM's own, but for a schedule that is repeated.
//@ finds uncaught-exception
import java.util.Map;
import java.util.Set;

public class SaltedSet {
    static volatile int seen;
    static volatile int count;

    static void step(int kind) {
        if ((kind & 1) == 0) seen = kind;
        else kind = seen;
    }

    static void add() {
        count = count + 1;
    }

    public static void main(String[] args) throws Exception {
        for (int number : Set.of(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)) step(number);
        for (String key : Map.of("a", 1, "b", 2, "c", 3, "d", 4, "e", 5, "f", 6).keySet()) step(key.charAt(0));
        Thread other = new Thread(SaltedSet::add);
        other.start();
        add();
        other.join();
        if (count != 2) throw new AssertionError("lost an update");
    }
}
