// Missed because: `forEach` runs code of the program between its reads, so what it reads is not known when it begins.
//@ mechanism collections: elements and entries apart

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

public class ArrayListSetThenForEach {
    public static void main(String[] args) throws InterruptedException {
        List<String> list = new ArrayList<>(List.of("a", "b", "c"));
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            list.set(1, "x");
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int[] length = new int[1];
        list.forEach(text -> length[0] += text.length());
        end.release();
        t.join();
        System.out.println(length[0]);
    }
}
