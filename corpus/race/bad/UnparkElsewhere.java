// unpark() orders nothing for a thread that it does not wake.
//@ mechanism memory modes: LockSupport

import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

public class UnparkElsewhere {
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread third = new Thread(LockSupport::park);
        third.start();
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            data = 1; //~ race UnparkElsewhere.data
            LockSupport.unpark(third);
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = data; //~ race UnparkElsewhere.data
        end.release();
        t.join();
        third.join();
        System.out.println(seen <= 1);
    }
}
