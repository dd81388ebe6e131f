// A semaphore with one permit is a lock.
//@ mechanism java.util.concurrent: Semaphore

import java.util.concurrent.Semaphore;

public class Semaphores {
    static final Semaphore permit = new Semaphore(1);
    static int count;

    static void work() {
        for (int i = 0; i < 200; i++) {
            permit.acquireUninterruptibly();
            count++;
            permit.release();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(Semaphores::work);
        t.start();
        work();
        t.join();
        if (count != 400) {
            throw new AssertionError(count);
        }
    }
}
