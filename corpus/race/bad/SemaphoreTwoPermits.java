// A semaphore with two permits is no lock: each thread holds one.
//@ mechanism java.util.concurrent: Semaphore

import java.util.concurrent.Semaphore;

public class SemaphoreTwoPermits {
    static final Semaphore permits = new Semaphore(2);
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            permits.acquireUninterruptibly();
            data++; //~ race SemaphoreTwoPermits.data
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        permits.acquireUninterruptibly();
        data++; //~ race SemaphoreTwoPermits.data
        permits.release();
        end.release();
        t.join();
    }
}
