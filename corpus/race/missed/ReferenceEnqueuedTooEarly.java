// Missed because: a reference found in a queue is taken to tell of all that was done before, as if the
// collector had put it there; what was written after enqueue() is part of it.
//@ mechanism lifetimes: reference queues

import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.concurrent.atomic.AtomicBoolean;

public class ReferenceEnqueuedTooEarly {
    static class Tracked extends PhantomReference<Object> {
        int size;

        Tracked(Object object, ReferenceQueue<Object> queue) {
            super(object, queue);
        }
    }

    static final AtomicBoolean written = new AtomicBoolean();

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
        // The first use links it, under locks of the JDK: not while there are two threads.
        written.setOpaque(written.getOpaque());
        Thread t = new Thread(() -> {
            // Orders nothing; it only makes sure that the write comes first.
            while (!written.getOpaque()) {
                Thread.onSpinWait();
            }
            seen[0] = size(queue);
        });
        t.start();
        tracked.enqueue();
        tracked.size = 7;
        written.setOpaque(true);
        t.join();
        System.out.println(seen[0] >= 0);
        Reference.reachabilityFence(object);
    }
}
