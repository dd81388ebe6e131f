// Thread.onSpinWait() in both threads orders nothing.
//@ mechanism memory modes: Thread.onSpinWait

import java.util.concurrent.Semaphore;

public class SpinWaitAlone {
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            Thread.onSpinWait();
            data = 1; //~ race SpinWaitAlone.data
            Thread.onSpinWait();
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = data; //~ race SpinWaitAlone.data
        end.release();
        t.join();
        System.out.println(seen <= 1);
    }
}
