// What is wrong shows only if another thread comes in between the steps of one call of the JDK.
//@ mechanism explore: switch points are added
//@ finds uncaught-exception

import java.util.concurrent.ConcurrentLinkedQueue;

public class InsideAppend {
    static final ConcurrentLinkedQueue<Integer> queue = new ConcurrentLinkedQueue<>();

    public static void main(String[] args) throws InterruptedException {
        queue.add(0);
        Thread other = new Thread(() -> {
            queue.poll();
            queue.add(1);
        });
        other.start();
        // Goes from one element to the next: what has gone meanwhile is not counted, what has come may be.
        int size = queue.size();
        other.join();
        if (size == 2) {
            throw new AssertionError("there were never two");
        }
    }
}
