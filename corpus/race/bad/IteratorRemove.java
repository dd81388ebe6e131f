// A thread removes an element by an iterator, while another one reads the list.
//@ mechanism collections: iterators

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Semaphore;

public class IteratorRemove {
    public static void main(String[] args) throws InterruptedException {
        List<String> list = new ArrayList<>(List.of("a", "b", "c"));
        Iterator<String> iterator = list.iterator();
        iterator.next();
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            iterator.remove(); //~ race contents:ArrayList
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        String seen = list.get(0); //~ race contents:ArrayList
        end.release();
        t.join();
        System.out.println(seen.length() == 1);
    }
}
