// Each method of a Vector or a Hashtable holds its lock, an iteration does not: one finding for each.
//@ mechanism collections: iteration of a synchronized collection

import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Vector;
import java.util.concurrent.atomic.AtomicInteger;

public class VectorIteration {
    static final AtomicInteger STEP = new AtomicInteger();

    static int iterate(Vector<Integer> vector, Hashtable<Integer, Integer> table) {
        int sum = 0;
        for (int element : vector) { //~ race contents:Vector
            sum += element;
        }
        for (int key : table.keySet()) { //~ race contents:Hashtable
            sum += key;
        }
        STEP.setOpaque(1);
        return sum;
    }

    static void change(Vector<Integer> vector, Hashtable<Integer, Integer> table) {
        while (STEP.getOpaque() == 0) {
            Thread.onSpinWait();
        }
        table.put(5, 6); //~ race contents:Hashtable
        vector.add(5); //~ race contents:Vector
    }

    public static void main(String[] args) throws InterruptedException {
        Vector<Integer> vector = new Vector<>(List.of(1, 2, 3));
        Hashtable<Integer, Integer> table = new Hashtable<>(Map.of(1, 2, 3, 4));
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        iterate(new Vector<>(vector), new Hashtable<>(table));
        change(new Vector<>(vector), new Hashtable<>(table));
        STEP.set(0);
        Thread t = new Thread(() -> change(vector, table));
        t.start();
        System.out.println(iterate(vector, table) > 0);
        t.join();
    }
}
