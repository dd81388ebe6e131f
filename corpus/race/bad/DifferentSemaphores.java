// A permit given back to one semaphore orders nothing for who takes a permit of another.
//@ mechanism java.util.concurrent: Semaphore

import java.util.concurrent.Semaphore;

public class DifferentSemaphores {
    static final Semaphore mine = new Semaphore(1);
    static final Semaphore yours = new Semaphore(1);
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            mine.acquireUninterruptibly();
            data++; //~ race DifferentSemaphores.data
            mine.release();
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        yours.acquireUninterruptibly();
        data++; //~ race DifferentSemaphores.data
        yours.release();
        end.release();
        t.join();
    }
}
