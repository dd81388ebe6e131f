// A thread looks at the head of a PriorityQueue to which another one adds.
//@ mechanism collections: PriorityQueue

import java.util.List;
import java.util.PriorityQueue;
import java.util.concurrent.Semaphore;

public class UnsynchronizedPriorityQueue {
    public static void main(String[] args) throws InterruptedException {
        PriorityQueue<Integer> queue = new PriorityQueue<>(List.of(5, 3));
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            queue.add(1); //~ race contents:PriorityQueue
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        Integer seen = queue.peek(); //~ race contents:PriorityQueue
        end.release();
        t.join();
        System.out.println(seen <= 3);
    }
}
