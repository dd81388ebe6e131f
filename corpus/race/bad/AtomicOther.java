// Each thread uses an atomic of its own.
//@ mechanism memory modes: AtomicInteger and kin

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

public class AtomicOther {
    static final AtomicInteger mine = new AtomicInteger();
    static final AtomicInteger yours = new AtomicInteger();
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            data = 1; //~ race AtomicOther.data
            mine.incrementAndGet();
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        yours.incrementAndGet();
        int seen = data; //~ race AtomicOther.data
        end.release();
        t.join();
        System.out.println(seen <= 1);
    }
}
