// Two classes whose static synchronized methods call each other.
//@ mechanism deadlocks: monitors

import java.util.concurrent.Phaser;

public class StaticSynchronizedMethods {
    static final Phaser meeting = new Phaser(2);

    static class Orders {
        static synchronized void place() {
            meeting.arriveAndAwaitAdvance();
            Stock.take();
        }

        static synchronized void count() {
            throw new AssertionError(); //~ waits pair
        }
    }

    static class Stock {
        static synchronized void refill() {
            meeting.arriveAndAwaitAdvance();
            Orders.count();
        }

        static synchronized void take() {
            throw new AssertionError(); //~ waits pair
        }
    }

    public static void main(String[] args) {
        new Thread(Orders::place).start();
        new Thread(Stock::refill).start();
    }
}
