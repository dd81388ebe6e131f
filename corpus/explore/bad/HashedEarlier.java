// The hash code of a class does not depend on the schedule in which it was first asked for.
//@ finds uncaught-exception
import java.util.HashSet;
import java.util.Set;

public class HashedEarlier {
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
        Set<Class<?>> types = new HashSet<>();
        for (Class<?> type : new Class<?>[] {Integer.class, Long.class, String.class, Thread.class, Object.class,
            java.util.TreeMap.class, java.util.BitSet.class, HashedEarlier.class, java.util.ArrayDeque.class}) {
            types.add(type);
            step(new Object().hashCode());
        }
        for (Class<?> type : types) step(type.getName().length());
        Thread other = new Thread(HashedEarlier::add);
        other.start();
        add();
        other.join();
        if (count != 2) throw new AssertionError("lost an update");
    }
}
