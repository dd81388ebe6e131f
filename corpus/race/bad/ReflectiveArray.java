// Array.set and Array.get of java.lang.reflect are accesses of the elements.
//@ mechanism bulk and indirect: reflection on arrays

import java.lang.reflect.Array;
import java.util.concurrent.Semaphore;

public class ReflectiveArray {
    public static void main(String[] args) throws InterruptedException {
        int[] data = new int[4]; //~ array data
        String[] names = {"a", "b"}; //~ array names
        // The first use of a class loads it, under locks of the JDK: not while there are two threads.
        Array.getInt(data, 0);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            Array.setInt(data, 2, 1); //~ race data[2]
            names[1] = "x"; //~ race names[1]
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = data[2]; //~ race data[2]
        Object name = Array.get(names, 1); //~ race names[1]
        end.release();
        t.join();
        System.out.println(seen <= 1 && name != null);
    }
}
