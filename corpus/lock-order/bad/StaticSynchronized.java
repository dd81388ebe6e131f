// The monitors of two classes, by static synchronized methods.
//@ mechanism lock order: synchronized methods

import java.util.concurrent.atomic.AtomicInteger;

public class StaticSynchronized {
    static final AtomicInteger turn = new AtomicInteger();

    static class Orders {
        private static int open;

        static synchronized void place() {
            open++;
            Stock.take();
        }

        static synchronized void count() {
            open += 0; //~ takes pair
        }
    }

    static class Stock {
        private static int pieces;

        static synchronized void refill() {
            pieces += 10;
            Orders.count();
        }

        static synchronized void take() {
            pieces--; //~ takes pair
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            Orders.place();
            turn.setOpaque(1);
        });
        other.start();
        while (turn.getOpaque() != 1) {
            Thread.onSpinWait();
        }
        Stock.refill();
        other.join();
    }
}
