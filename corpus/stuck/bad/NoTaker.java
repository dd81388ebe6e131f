// A thread hands something over, and no thread takes it.
//@ mechanism stuck programs: queues

import java.util.concurrent.SynchronousQueue;

public class NoTaker {
    public static void main(String[] args) throws InterruptedException {
        SynchronousQueue<String> queue = new SynchronousQueue<>();
        Thread giver = new Thread(() -> {
            try {
                queue.put("here"); //~ waits all
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        giver.start();
        giver.join(); //~ waits all
    }
}
