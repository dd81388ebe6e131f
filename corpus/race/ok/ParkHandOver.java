// park and unpark with a volatile flag, as LockSupport's documentation asks for.
//@ mechanism memory modes: LockSupport

import java.util.concurrent.locks.LockSupport;

public class ParkHandOver {
    static volatile boolean ready;
    static int data;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            while (!ready) {
                LockSupport.park();
            }
            seen = data;
        });
        t.start();
        data = 4;
        ready = true;
        LockSupport.unpark(t);
        t.join();
        if (seen != 4) {
            throw new AssertionError(seen);
        }
    }
}
