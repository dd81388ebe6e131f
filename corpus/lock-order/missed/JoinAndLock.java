// Missed because: waiting for a thread's end with a lock that it takes is no order of two locks. Had the other
// thread been slower, both would hang.
//@ mechanism lock order: waits other than for locks

import java.util.concurrent.atomic.AtomicInteger;

public class JoinAndLock {
    static final Object monitor = new Object();

    public static void main(String[] args) throws InterruptedException {
        AtomicInteger turn = new AtomicInteger();
        Thread other = new Thread(() -> {
            synchronized (monitor) {
                Thread.onSpinWait();
            }
            turn.setOpaque(1);
        });
        other.start();
        while (turn.getOpaque() != 1) {
            Thread.onSpinWait();
        }
        synchronized (monitor) {
            other.join();
        }
    }
}
