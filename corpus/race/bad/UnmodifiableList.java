// An unmodifiable view cannot be changed, but what is behind it can.
//@ mechanism collections: unmodifiable views

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;

public class UnmodifiableList {
    public static void main(String[] args) throws InterruptedException {
        List<String> list = new ArrayList<>(List.of("a", "b", "c"));
        List<String> view = Collections.unmodifiableList(list);
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
        String seen = view.get(0); //~ race contents:ArrayList
        end.release();
        t.join();
        System.out.println(seen);
    }
}
