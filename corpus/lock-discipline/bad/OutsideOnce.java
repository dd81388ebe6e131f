// A write outside the lock that this schedule happens to order: the writer takes the lock once more before the
// reader does. No race in this run, and none of the locks protects the field.
//@ mechanism lock discipline: order by chance
//@ sites vary

import java.util.concurrent.atomic.AtomicInteger;

public class OutsideOnce {
    static final Object monitor = new Object();
    static int shared;

    public static void main(String[] args) throws InterruptedException {
        // Opaque: it takes the threads through their turns and orders nothing.
        AtomicInteger turn = new AtomicInteger();
        Thread writer = new Thread(() -> {
            synchronized (monitor) {
                shared = 1;
            }
            shared = 2; //~ unprotected OutsideOnce.shared
            synchronized (monitor) {
                shared = 3; //~ unprotected OutsideOnce.shared
            }
            turn.setOpaque(1);
        });
        writer.start();
        while (turn.getOpaque() != 1) {
            Thread.onSpinWait();
        }
        int seen;
        synchronized (monitor) {
            seen = shared; //~ unprotected OutsideOnce.shared
        }
        writer.join();
        if (seen != 3) {
            throw new AssertionError(seen);
        }
    }
}
