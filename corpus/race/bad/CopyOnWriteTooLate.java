// A copy-on-write list publishes what was written before an element was added, not what is written later.
// Another set publishes nothing.
//@ mechanism java.util.concurrent: CopyOnWriteArrayList and CopyOnWriteArraySet

import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CopyOnWriteArraySet;
import java.util.concurrent.Semaphore;

public class CopyOnWriteTooLate {
    static final CopyOnWriteArrayList<String> list = new CopyOnWriteArrayList<>();
    static final CopyOnWriteArraySet<String> mine = new CopyOnWriteArraySet<>();
    static final CopyOnWriteArraySet<String> yours = new CopyOnWriteArraySet<>();
    static int data;
    static int more;

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            list.add("a");
            data = 1; //~ race CopyOnWriteTooLate.data
            more = 1; //~ race CopyOnWriteTooLate.more
            mine.add("a");
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = list.size();
        seen += data; //~ race CopyOnWriteTooLate.data
        yours.add("b");
        seen += more; //~ race CopyOnWriteTooLate.more
        end.release();
        t.join();
        System.out.println(seen <= 3);
    }
}
