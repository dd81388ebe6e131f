// Two threads read elements of a long ArrayList side by side, in no order of their indices; then a third one sets one.
//@ mechanism collections: elements and entries apart

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Semaphore;

public class ArrayListReadersThenSet {
    static final List<Integer> list = new ArrayList<>(Collections.nCopies(200, 1));
    static final Semaphore end = new Semaphore(0);

    static Thread started(Runnable task) {
        Thread t = new Thread(() -> {
            task.run();
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        return t;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = started(() -> {
            int sum = 0;
            for (int i = 60; i < 140; i++) {
                sum += list.get(i); //~ race contents:ArrayList
            }
        });
        Thread second = started(() -> {
            for (int i : new int[] {3, 199, 70}) {
                list.get(i); //~ race contents:ArrayList
            }
        });
        list.set(130, 2); //~ race contents:ArrayList
        list.set(199, 2); //~ race contents:ArrayList
        end.release(2);
        first.join();
        second.join();
        System.out.println(list.size());
    }
}
