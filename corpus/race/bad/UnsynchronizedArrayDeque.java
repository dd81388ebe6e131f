// A thread takes from an ArrayDeque to which another one adds.
//@ mechanism collections: ArrayDeque

import java.util.ArrayDeque;
import java.util.List;
import java.util.concurrent.Semaphore;

public class UnsynchronizedArrayDeque {
    public static void main(String[] args) throws InterruptedException {
        ArrayDeque<String> deque = new ArrayDeque<>(List.of("a", "b"));
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            deque.addLast("c"); //~ race contents:ArrayDeque
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        String seen = deque.pollFirst(); //~ race contents:ArrayDeque
        end.release();
        t.join();
        System.out.println(seen);
    }
}
