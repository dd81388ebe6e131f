// Arrays.asList is a view: its get and set are accesses of the array.
//@ mechanism bulk and indirect: Arrays.asList

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;

public class ArrayAsList {
    public static void main(String[] args) throws InterruptedException {
        String[] names = {"a", "b", "c"}; //~ array names
        List<String> list = Arrays.asList(names);
        // The first use of a class loads it, under locks of the JDK: not while there are two threads.
        list.get(0);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            list.set(1, "x"); //~ race names[1]
            names[2] = "y"; //~ race names[2]
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        String seen = names[1]; //~ race names[1]
        seen += list.get(2); //~ race names[2]
        end.release();
        t.join();
        System.out.println(seen.length() == 2);
    }
}
