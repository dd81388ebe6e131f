// A thread searches an ArrayList that another one sorts.
//@ mechanism collections: ArrayList

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

public class ArrayListSortAndIndexOf {
    public static void main(String[] args) throws InterruptedException {
        List<String> list = new ArrayList<>(List.of("c", "b", "a"));
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            list.sort(null); //~ race contents:ArrayList
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = list.indexOf("b"); //~ race contents:ArrayList
        end.release();
        t.join();
        System.out.println(seen);
    }
}
