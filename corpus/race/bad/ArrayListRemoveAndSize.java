// A thread asks for the size of an ArrayList that another one makes shorter.
//@ mechanism collections: ArrayList

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

public class ArrayListRemoveAndSize {
    public static void main(String[] args) throws InterruptedException {
        List<String> list = new ArrayList<>(List.of("a", "b", "c"));
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            list.remove("a"); //~ race contents:ArrayList
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = list.size(); //~ race contents:ArrayList
        end.release();
        t.join();
        System.out.println(seen <= 3);
    }
}
