// Two threads add to the ends of one LinkedList.
//@ mechanism collections: LinkedList

import java.util.LinkedList;
import java.util.List;
import java.util.concurrent.Semaphore;

public class UnsynchronizedLinkedList {
    public static void main(String[] args) throws InterruptedException {
        LinkedList<String> list = new LinkedList<>(List.of("a", "b"));
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            list.addFirst("x"); //~ race contents:LinkedList
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        list.addLast("y"); //~ race contents:LinkedList
        end.release();
        t.join();
        System.out.println(list.size());
    }
}
