// A StringBuffer orders what was written before append(), not what is written later. Another one orders
// nothing at all.
//@ mechanism collections: StringBuffer

import java.util.concurrent.Semaphore;

public class StringBufferTooLate {
    static final StringBuffer mine = new StringBuffer();
    static final StringBuffer yours = new StringBuffer();
    static int data;
    static int more;

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            mine.append("a");
            data = 1; //~ race StringBufferTooLate.data
            more = 1; //~ race StringBufferTooLate.more
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = mine.length();
        seen += data; //~ race StringBufferTooLate.data
        yours.append("c");
        seen += more; //~ race StringBufferTooLate.more
        end.release();
        t.join();
        System.out.println(seen <= 3);
    }
}
