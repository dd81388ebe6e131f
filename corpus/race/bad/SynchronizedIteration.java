// Iterating over a synchronized list takes no lock: that is up to the caller.
//@ mechanism collections: synchronized wrappers

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;

public class SynchronizedIteration {
    public static void main(String[] args) throws InterruptedException {
        List<String> list = Collections.synchronizedList(new ArrayList<>(List.of("a", "b")));
        int length = 0;
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            list.add("c"); //~ race contents:ArrayList
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
        System.out.println(length >= 2);
    }
}
