// What was done before an object could last be reached is seen by who finds its reference in the queue.
//@ mechanism lifetimes: reference queues

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;

public class ReferenceCollected {
    static class Tracked extends PhantomReference<Object> {
        int size;

        Tracked(Object object, ReferenceQueue<Object> queue) {
            super(object, queue);
        }
    }

    static Tracked kept;

    static int size(ReferenceQueue<Object> queue) {
        try {
            Tracked found = (Tracked) queue.remove(60_000);
            return found == null ? -1 : found.size;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void make(ReferenceQueue<Object> queue) {
        Object object = new Object();
        kept = new Tracked(object, queue);
        kept.size = 7;
        Reference.reachabilityFence(object);
    }

    public static void main(String[] args) throws InterruptedException {
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        int[] seen = new int[1];
        Thread t = new Thread(() -> {
            seen[0] = size(queue);
        });
        t.start();
        make(queue);
        while (t.isAlive()) {
            System.gc();
            t.join(10);
        }
        if (seen[0] != 7) {
            throw new AssertionError(seen[0]);
        }
        Reference.reachabilityFence(kept);
    }
}
