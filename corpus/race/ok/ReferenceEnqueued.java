// Who finds a reference in its queue comes after who put it there.
//@ mechanism lifetimes: reference queues

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;

public class ReferenceEnqueued {
    static class Tracked extends PhantomReference<Object> {
        int size;

        Tracked(Object object, ReferenceQueue<Object> queue) {
            super(object, queue);
        }
    }

    static int size(ReferenceQueue<Object> queue) {
        try {
            Tracked found = (Tracked) queue.remove(60_000);
            return found == null ? -1 : found.size;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object object = new Object();
        ReferenceQueue<Object> queue = new ReferenceQueue<>();
        Tracked tracked = new Tracked(object, queue);
        int[] seen = new int[1];
        Thread t = new Thread(() -> {
            seen[0] = size(queue);
        });
        t.start();
        tracked.size = 7;
        tracked.enqueue();
        t.join();
        if (seen[0] != 7) {
            throw new AssertionError(seen[0]);
        }
        Reference.reachabilityFence(object);
    }
}
