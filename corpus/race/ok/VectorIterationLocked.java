// Iterations over a Vector and a Hashtable by threads that hold the lock, or that look before others change them.
//@ mechanism collections: iteration of a synchronized collection

import java.util.Enumeration;
import java.util.Hashtable;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Vector;

public class VectorIterationLocked {
    static final Vector<Integer> VECTOR = new Vector<>(List.of(1, 2, 3));
    static final Hashtable<Integer, Integer> TABLE = new Hashtable<>(Map.of(1, 2, 3, 4));

    static int iterate() {
        int sum = 0;
        synchronized (VECTOR) {
            for (Iterator<Integer> i = VECTOR.iterator(); i.hasNext(); ) {
                int element = i.next();
                sum += element;
                if (element > 1000) i.remove();
            }
            for (Enumeration<Integer> e = VECTOR.elements(); e.hasMoreElements(); ) sum += e.nextElement();
        }
        synchronized (TABLE) {
            for (Map.Entry<Integer, Integer> entry : TABLE.entrySet()) sum += entry.getValue();
        }
        return sum + VECTOR.size() + TABLE.size();
    }

    static void change(int from) {
        for (int n = from; n < from + 50; n++) {
            VECTOR.add(n);
            TABLE.put(n, n);
            VECTOR.contains(n);
            if (n % 3 == 0) VECTOR.remove((Integer) n);
            if (n % 5 == 0) TABLE.remove(n);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        for (int element : VECTOR) TABLE.get(element);
        Thread a = new Thread(() -> change(10));
        Thread b = new Thread(() -> change(990));
        Thread c = new Thread(() -> {
            for (int i = 0; i < 20; i++) {
                if (iterate() < 6) throw new AssertionError();
            }
        });
        a.start();
        b.start();
        c.start();
        a.join();
        b.join();
        c.join();
        for (int element : VECTOR) TABLE.get(element);
    }
}
