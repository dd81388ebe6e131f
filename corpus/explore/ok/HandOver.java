// Items go from hand to hand: SynchronousQueue, LinkedTransferQueue and a queue with priorities.
//@ mechanism explore: blocking queues

import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.SynchronousQueue;

public class HandOver {
    static final SynchronousQueue<Integer> hands = new SynchronousQueue<>();
    static final LinkedTransferQueue<Integer> transfers = new LinkedTransferQueue<>();
    static final PriorityBlockingQueue<Integer> priorities = new PriorityBlockingQueue<>();

    static void give() {
        try {
            hands.put(1);
            transfers.transfer(2);
            priorities.put(3);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread giver = new Thread(HandOver::give);
        giver.start();
        int sum = hands.take() + transfers.take() + priorities.take();
        giver.join();
        if (sum != 6) {
            throw new AssertionError(sum);
        }
    }
}
