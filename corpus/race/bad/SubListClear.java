// A thread clears a part of an ArrayList, by a view, while another one reads the list.
//@ mechanism collections: subList and subMap views

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

public class SubListClear {
    public static void main(String[] args) throws InterruptedException {
        List<String> list = new ArrayList<>(List.of("a", "b", "c"));
        List<String> tail = list.subList(1, 3);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            tail.clear(); //~ race contents:ArrayList
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
        System.out.println(seen);
    }
}
