// A compare-and-set that fails writes nothing, so it publishes nothing.
//@ mechanism memory modes: compare-and-set that fails

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class FailedCas {
    static final AtomicInteger state = new AtomicInteger();
    static final AtomicReference<String> name = new AtomicReference<>();
    static int data;
    static int more;

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        name.compareAndSet("other", "new");
        name.get();
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            data = 1; //~ race FailedCas.data
            boolean set = state.compareAndSet(5, 6);
            more = 1; //~ race FailedCas.more
            set |= name.compareAndSet("other", "new");
            if (set) {
                throw new AssertionError();
            }
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = state.get();
        seen += data; //~ race FailedCas.data
        seen += name.get() == null ? 0 : 1;
        seen += more; //~ race FailedCas.more
        end.release();
        t.join();
        System.out.println(seen <= 2);
    }
}
