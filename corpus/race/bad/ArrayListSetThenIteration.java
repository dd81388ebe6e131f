// A thread goes through an ArrayList of which another one has set an element.
//@ mechanism collections: elements and entries apart

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

public class ArrayListSetThenIteration {
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
        int length = 0;
        for (String text : list) { //~ race contents:ArrayList
            length += text.length();
        }
        end.release();
        t.join();
        System.out.println(list.size());
    }
}
