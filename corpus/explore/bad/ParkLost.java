// Looks for work, and only then says which thread to wake: work that comes in between wakes none.
//@ mechanism explore: lost unpark
//@ finds stuck

import java.util.concurrent.locks.LockSupport;

public class ParkLost {
    static volatile boolean ready;
    static volatile Thread waiter;

    static void await() {
        while (!ready) {
            waiter = Thread.currentThread();
            LockSupport.park();
        }
    }

    static void provide() {
        ready = true;
        Thread sleeper = waiter;
        if (sleeper != null) {
            LockSupport.unpark(sleeper);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread provider = new Thread(ParkLost::provide);
        provider.start();
        await();
        provider.join();
    }
}
