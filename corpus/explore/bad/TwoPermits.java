// Two threads need two permits each and take them one by one. If each has one, both wait.
//@ mechanism explore: permits in two steps
//@ finds stuck

import java.util.concurrent.Semaphore;

public class TwoPermits {
    static final Semaphore permits = new Semaphore(2);
    static volatile int done;

    static void work() {
        permits.acquireUninterruptibly();
        permits.acquireUninterruptibly();
        done = done + 1;
        permits.release(2);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(TwoPermits::work);
        Thread two = new Thread(TwoPermits::work);
        one.start();
        two.start();
        one.join();
        two.join();
        if (done != 2) {
            throw new AssertionError(done);
        }
    }
}
