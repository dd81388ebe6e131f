// Both threads write the value that is there already: no harm today, a race all the same.
//@ mechanism grading: writes of the same value

import java.util.concurrent.Semaphore;

public class SameValueWrites {
    static boolean started = true;

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            started = true; //~ race SameValueWrites.started
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        started = true; //~ race SameValueWrites.started
        end.release();
        t.join();
    }
}
