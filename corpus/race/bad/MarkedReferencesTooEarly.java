// A marked reference publishes what was written before it was set, not what is written after.
//@ mechanism memory modes: AtomicMarkableReference and AtomicStampedReference

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicMarkableReference;
import java.util.concurrent.atomic.AtomicStampedReference;

public class MarkedReferencesTooEarly {
    static final AtomicMarkableReference<String> marked = new AtomicMarkableReference<>("old", false);
    static final AtomicStampedReference<String> stamped = new AtomicStampedReference<>("old", 0);
    static int data;
    static int more;

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        marked.set("old", marked.isMarked());
        stamped.attemptStamp("old", 0);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            marked.set("new", true);
            data = 1; //~ race MarkedReferencesTooEarly.data
            stamped.attemptStamp("old", 1);
            more = 1; //~ race MarkedReferencesTooEarly.more
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = marked.isMarked() ? 1 : 0;
        seen += data; //~ race MarkedReferencesTooEarly.data
        seen += stamped.getStamp();
        seen += more; //~ race MarkedReferencesTooEarly.more
        end.release();
        t.join();
        System.out.println(seen);
    }
}
