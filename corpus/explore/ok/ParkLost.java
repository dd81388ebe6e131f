// Says who is to be woken, and only then looks for work.
//@ mechanism explore: lost unpark
//@ small

import java.util.concurrent.locks.LockSupport;

public class ParkLost {
    static volatile boolean ready;
    static volatile Thread waiter;

    static void await() {
        waiter = Thread.currentThread();
        while (!ready) {
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
