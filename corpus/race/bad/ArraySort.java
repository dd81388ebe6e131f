// Arrays.sort reads and writes the elements, with a comparator or without.
//@ mechanism bulk and indirect: Arrays.sort

import java.util.Arrays;
import java.util.concurrent.Semaphore;

public class ArraySort {
    public static void main(String[] args) throws InterruptedException {
        int[] data = {3, 1, 2, 0}; //~ array data
        String[] names = {"c", "a", "b"}; //~ array names
        // The first use of a class loads it, under locks of the JDK: not while there are two threads.
        Arrays.sort(new int[1]);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            Arrays.sort(data); //~ race data[1]
            Arrays.sort(names, null); //~ race names[1]
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = data[1]; //~ race data[1]
        String name = names[1]; //~ race names[1]
        end.release();
        t.join();
        System.out.println(seen <= 3 && name.length() == 1);
    }
}
