// A queue hands over what was written before the item was added, not what is written to it afterwards.
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

public class QueueItemTooLate {
    static final ArrayBlockingQueue<Item> array = new ArrayBlockingQueue<>(20);
    static final LinkedBlockingQueue<Item> linked = new LinkedBlockingQueue<>();
    static final LinkedBlockingDeque<Item> deque = new LinkedBlockingDeque<>();
    static final PriorityBlockingQueue<Item> priority = new PriorityBlockingQueue<>();
    static final DelayQueue<Item> delay = new DelayQueue<>();
    static final ConcurrentLinkedQueue<Item> lockFree = new ConcurrentLinkedQueue<>();
    static final ConcurrentLinkedDeque<Item> lockFreeDeque = new ConcurrentLinkedDeque<>();
    static final LinkedTransferQueue<Item> transfer = new LinkedTransferQueue<>();

    static class Item implements Delayed {
        int array;
        int linked;
        int deque;
        int priority;
        int delay;
        int lockFree;
        int lockFreeDeque;
        int transfer;

        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }

    static void give() {
        Item item = new Item();
        array.add(item);
        item.array = 1; //~ race Item.array
        linked.add(item);
        item.linked = 1; //~ race Item.linked
        deque.add(item);
        item.deque = 1; //~ race Item.deque
        priority.add(item);
        item.priority = 1; //~ race Item.priority
        delay.add(item);
        item.delay = 1; //~ race Item.delay
        lockFree.add(item);
        item.lockFree = 1; //~ race Item.lockFree
        lockFreeDeque.add(item);
        item.lockFreeDeque = 1; //~ race Item.lockFreeDeque
        transfer.add(item);
        item.transfer = 1; //~ race Item.transfer
    }

    static int take() {
        int sum = 0;
        sum += array.poll().array; //~ race Item.array
        sum += linked.poll().linked; //~ race Item.linked
        sum += deque.poll().deque; //~ race Item.deque
        sum += priority.poll().priority; //~ race Item.priority
        sum += delay.poll().delay; //~ race Item.delay
        sum += lockFree.poll().lockFree; //~ race Item.lockFree
        sum += lockFreeDeque.poll().lockFreeDeque; //~ race Item.lockFreeDeque
        sum += transfer.poll().transfer; //~ race Item.transfer
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        for (int i = 0; i < 10; i++) {
            give();
            take();
        }
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            give();
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int sum = take();
        end.release();
        t.join();
        System.out.println(sum <= 8);
    }
}
