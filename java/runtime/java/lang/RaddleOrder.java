package java.lang;

import java.lang.reflect.Executable;
import java.lang.reflect.Method;

/**
 * One order of the methods of a class for all JVMs: by their names, and then by their types. The JVM's own is that of the
 * addresses at which it happens to keep the names.
 */
final class RaddleOrder {
    private RaddleOrder() {}

    /** Sorts in place: what was sorted before stays as it is, for threads that read it meanwhile. */
    static Executable[] sort(Executable[] all) {
        if (all == null) return null;
        for (int i = 1; i < all.length; i++) {
            Executable one = all[i];
            if (compare(all[i - 1], one) <= 0) continue;
            int from = 0;
            int to = i;
            while (from < to) {
                int middle = (from + to) >>> 1;
                if (compare(all[middle], one) <= 0) from = middle + 1;
                else to = middle;
            }
            System.arraycopy(all, from, all, from + 1, i - from);
            all[from] = one;
        }
        return all;
    }

    private static int compare(Executable a, Executable b) {
        int order = a.getName().compareTo(b.getName());
        if (order != 0) return order;
        Class<?>[] of = a.getParameterTypes();
        Class<?>[] other = b.getParameterTypes();
        if (of.length != other.length) return of.length - other.length;
        for (int i = 0; i < of.length; i++) {
            order = of[i].getName().compareTo(other[i].getName());
            if (order != 0) return order;
        }
        if (!(a instanceof Method)) return 0;
        return ((Method) a).getReturnType().getName().compareTo(((Method) b).getReturnType().getName());
    }
}
