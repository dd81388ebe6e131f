// A thread goes through an ArrayList to which another one adds.
//@ mechanism collections: iterators

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

public class ArrayListIteration {
    public static void main(String[] args) throws InterruptedException {
        List<String> list = new ArrayList<>(List.of("a", "b", "c"));
        int length = 0;
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            list.add("d"); //~ race contents:ArrayList
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        for (String text : list) { //~ race contents:ArrayList
            length += text.length();
        }
        end.release();
        t.join();
        System.out.println(length >= 3);
    }
}
