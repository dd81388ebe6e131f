// A thread sets an element of an ArrayList that another one has met in a loop, before any was ever set.
//@ mechanism collections: elements and entries apart

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

public class ArrayListIterationThenSet {
    public static void main(String[] args) throws InterruptedException {
        List<String> list = new ArrayList<>(List.of("a", "b", "c"));
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            int length = 0;
            for (String text : list) { //~ race contents:ArrayList
                length += text.length();
            }
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        list.set(2, "x"); //~ race contents:ArrayList
        end.release();
        t.join();
        System.out.println(list.size());
    }
}
