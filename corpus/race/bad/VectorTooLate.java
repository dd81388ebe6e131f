// A Vector and a Hashtable publish what was written before an element was added, not what is written later.
//@ mechanism collections: Vector, Stack and Hashtable

import java.util.Hashtable;
import java.util.Vector;
import java.util.concurrent.Semaphore;

public class VectorTooLate {
    static final Vector<String> vector = new Vector<>();
    static final Hashtable<String, String> table = new Hashtable<>();
    static int byVector;
    static int byTable;

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            vector.add("a");
            byVector = 1; //~ race VectorTooLate.byVector
            table.put("a", "b");
            byTable = 1; //~ race VectorTooLate.byTable
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = vector.size();
        seen += byVector; //~ race VectorTooLate.byVector
        seen += table.size();
        seen += byTable; //~ race VectorTooLate.byTable
        end.release();
        t.join();
        System.out.println(seen <= 4);
    }
}
