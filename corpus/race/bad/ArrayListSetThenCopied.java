// A thread copies an ArrayList of which another one has set an element.
//@ mechanism collections: elements and entries apart

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

public class ArrayListSetThenCopied {
    public static void main(String[] args) throws InterruptedException {
        List<String> list = new ArrayList<>(List.of("a", "b", "c"));
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            list.set(1, "x"); //~ race contents:ArrayList
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        Object[] all = list.toArray(); //~ race contents:ArrayList
        end.release();
        t.join();
        System.out.println(list.size());
    }
}
