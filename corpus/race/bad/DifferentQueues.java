// Two queues of each kind: an item added to one orders nothing for who uses the other.
//@ mechanism java.util.concurrent: ArrayBlockingQueue
//@ mechanism java.util.concurrent: LinkedBlockingQueue
//@ mechanism java.util.concurrent: LinkedBlockingDeque
//@ mechanism java.util.concurrent: PriorityBlockingQueue
//@ mechanism java.util.concurrent: DelayQueue
//@ mechanism java.util.concurrent: ConcurrentLinkedQueue
//@ mechanism java.util.concurrent: ConcurrentLinkedDeque
//@ mechanism java.util.concurrent: LinkedTransferQueue

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.DelayQueue;
import java.util.concurrent.Delayed;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class DifferentQueues {
    static final ArrayBlockingQueue<Item> array = new ArrayBlockingQueue<>(20);
    static final ArrayBlockingQueue<Item> array2 = new ArrayBlockingQueue<>(20);
    static final LinkedBlockingQueue<Item> linked = new LinkedBlockingQueue<>();
    static final LinkedBlockingQueue<Item> linked2 = new LinkedBlockingQueue<>();
    static final LinkedBlockingDeque<Item> deque = new LinkedBlockingDeque<>();
    static final LinkedBlockingDeque<Item> deque2 = new LinkedBlockingDeque<>();
    static final PriorityBlockingQueue<Item> priority = new PriorityBlockingQueue<>();
    static final PriorityBlockingQueue<Item> priority2 = new PriorityBlockingQueue<>();
    static final DelayQueue<Item> delay = new DelayQueue<>();
    static final DelayQueue<Item> delay2 = new DelayQueue<>();
    static final ConcurrentLinkedQueue<Item> lockFree = new ConcurrentLinkedQueue<>();
    static final ConcurrentLinkedQueue<Item> lockFree2 = new ConcurrentLinkedQueue<>();
    static final ConcurrentLinkedDeque<Item> lockFreeDeque = new ConcurrentLinkedDeque<>();
    static final ConcurrentLinkedDeque<Item> lockFreeDeque2 = new ConcurrentLinkedDeque<>();
    static final LinkedTransferQueue<Item> transfer = new LinkedTransferQueue<>();
    static final LinkedTransferQueue<Item> transfer2 = new LinkedTransferQueue<>();
    static int byArray;
    static int byLinked;
    static int byDeque;
    static int byPriority;
    static int byDelay;
    static int byLockFree;
    static int byLockFreeDeque;
    static int byTransfer;

    static class Item implements Delayed {

        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }

    static void give(Item item) {
        byArray = 1; //~ race DifferentQueues.byArray
        array.add(item);
        byLinked = 1; //~ race DifferentQueues.byLinked
        linked.add(item);
        byDeque = 1; //~ race DifferentQueues.byDeque
        deque.add(item);
        byPriority = 1; //~ race DifferentQueues.byPriority
        priority.add(item);
        byDelay = 1; //~ race DifferentQueues.byDelay
        delay.add(item);
        byLockFree = 1; //~ race DifferentQueues.byLockFree
        lockFree.add(item);
        byLockFreeDeque = 1; //~ race DifferentQueues.byLockFreeDeque
        lockFreeDeque.add(item);
        byTransfer = 1; //~ race DifferentQueues.byTransfer
        transfer.add(item);
    }

    static int take(Item item) {
        int sum = 0;
        array2.add(item);
        array2.poll();
        sum += byArray; //~ race DifferentQueues.byArray
        linked2.add(item);
        linked2.poll();
        sum += byLinked; //~ race DifferentQueues.byLinked
        deque2.add(item);
        deque2.poll();
        sum += byDeque; //~ race DifferentQueues.byDeque
        priority2.add(item);
        priority2.poll();
        sum += byPriority; //~ race DifferentQueues.byPriority
        delay2.add(item);
        delay2.poll();
        sum += byDelay; //~ race DifferentQueues.byDelay
        lockFree2.add(item);
        lockFree2.poll();
        sum += byLockFree; //~ race DifferentQueues.byLockFree
        lockFreeDeque2.add(item);
        lockFreeDeque2.poll();
        sum += byLockFreeDeque; //~ race DifferentQueues.byLockFreeDeque
        transfer2.add(item);
        transfer2.poll();
        sum += byTransfer; //~ race DifferentQueues.byTransfer
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        Item item = new Item();
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        for (int i = 0; i < 10; i++) {
            give(item);
            take(item);
        }
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            give(item);
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int sum = take(item);
        end.release();
        t.join();
        System.out.println(sum <= 8);
    }
}
