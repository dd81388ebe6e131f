// The first time is ordered before the other thread's, by its start; the second time is not.
//@ mechanism lock order: start and join

import java.util.concurrent.atomic.AtomicInteger;

public class OrderedOnlyOnce {
    static final Object left = new Object();
    static final Object right = new Object();
    static final AtomicInteger turn = new AtomicInteger();

    static void inOrder() {
        synchronized (left) {
            synchronized (right) { //~ takes pair
                Thread.onSpinWait();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(OrderedOnlyOnce::inOrder);
        first.start();
        first.join();
        Thread other = new Thread(() -> {
            synchronized (right) {
                synchronized (left) { //~ takes pair
                    Thread.onSpinWait();
                }
            }
            turn.setOpaque(1);
        });
        inOrder();
        other.start();
        while (turn.getOpaque() != 1) {
            Thread.onSpinWait();
        }
        inOrder();
        other.join();
    }
}
