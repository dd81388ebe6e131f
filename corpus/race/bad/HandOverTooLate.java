// The giver waits for a taker, and writes to the item after it has been taken.
//@ mechanism java.util.concurrent: SynchronousQueue
//@ mechanism java.util.concurrent: LinkedTransferQueue

import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;

public class HandOverTooLate {
    static class Item {
        int bySynchronous;
        int byTransfer;
    }

    static final SynchronousQueue<Item> synchronous = new SynchronousQueue<>();
    static final LinkedTransferQueue<Item> transfer = new LinkedTransferQueue<>();
    static final Semaphore end = new Semaphore(0);

    static void giveSynchronous() {
        Item item = new Item();
        while (!synchronous.offer(item)) {
            Thread.onSpinWait();
        }
        item.bySynchronous = 1; //~ race Item.bySynchronous
        end.acquireUninterruptibly();
    }

    static void giveTransfer() {
        Item item = new Item();
        while (!transfer.tryTransfer(item)) {
            Thread.onSpinWait();
        }
        item.byTransfer = 1; //~ race Item.byTransfer
        end.acquireUninterruptibly();
    }

    /** Waits for the other thread without being ordered after it. */
    static void spin(Thread t) {
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(HandOverTooLate::giveSynchronous);
        t.start();
        Item item = synchronous.take();
        spin(t);
        int seen = item.bySynchronous; //~ race Item.bySynchronous
        end.release();
        t.join();
        t = new Thread(HandOverTooLate::giveTransfer);
        t.start();
        item = transfer.take();
        spin(t);
        seen += item.byTransfer; //~ race Item.byTransfer
        end.release();
        t.join();
        System.out.println(seen <= 2);
    }
}
