// A virtual thread is parked and unparked, with a volatile flag.
//@ jdk 21+
//@ mechanism virtual threads: park and unpark

import java.util.concurrent.locks.LockSupport;

public class VirtualParked {
    static volatile boolean ready;
    static int data;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        for (int round = 1; round <= 50; round++) {
            Thread t = Thread.startVirtualThread(() -> {
                while (!ready) {
                    LockSupport.park();
                }
                seen = data;
            });
            data = round;
            ready = true;
            LockSupport.unpark(t);
            t.join();
            ready = false;
            if (seen != round) {
                throw new AssertionError(seen);
            }
        }
    }
}
