// Each thread has an adder of its own.
//@ mechanism memory modes: LongAdder and kin

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.LongAdder;

public class AddersApart {
    static final LongAdder mine = new LongAdder();
    static final LongAdder yours = new LongAdder();
    static int data;

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        mine.increment();
        yours.sum();
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            data = 1; //~ race AddersApart.data
            mine.increment();
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        long seen = yours.sum();
        seen += data; //~ race AddersApart.data
        end.release();
        t.join();
        System.out.println(seen <= 1);
    }
}
