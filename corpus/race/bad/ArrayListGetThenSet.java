// A thread sets an element of an ArrayList that another one has read, before any was ever set.
//@ mechanism collections: elements and entries apart

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

public class ArrayListGetThenSet {
    public static void main(String[] args) throws InterruptedException {
        List<String> list = new ArrayList<>(List.of("a", "b", "c"));
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            list.get(1); //~ race contents:ArrayList
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        list.set(1, "x"); //~ race contents:ArrayList
        end.release();
        t.join();
        System.out.println(list.size());
    }
}
