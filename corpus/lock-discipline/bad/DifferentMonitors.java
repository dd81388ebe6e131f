// Two threads, each with a lock of its own around the same field; a third lock happens to order them.
//@ mechanism lock discipline: order by chance

import java.util.concurrent.atomic.AtomicInteger;

public class DifferentMonitors {
    static final Object left = new Object();
    static final Object right = new Object();
    static final Object unrelated = new Object();
    static int shared;

    public static void main(String[] args) throws InterruptedException {
        AtomicInteger turn = new AtomicInteger();
        Thread other = new Thread(() -> {
            synchronized (left) {
                shared = 1; //~ unprotected DifferentMonitors.shared
            }
            synchronized (unrelated) {
                turn.setOpaque(1);
            }
        });
        other.start();
        while (turn.getOpaque() != 1) {
            Thread.onSpinWait();
        }
        synchronized (unrelated) {
            Thread.onSpinWait();
        }
        synchronized (right) {
            shared = 2; //~ unprotected DifferentMonitors.shared
        }
        other.join();
    }
}
