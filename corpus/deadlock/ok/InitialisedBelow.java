// A class makes an object of its subclass while it is initialised, and others wait for both.
//@ mechanism deadlocks: class initialisation

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

public class InitialisedBelow {
    static final CountDownLatch begun = new CountDownLatch(1);
    static final AtomicInteger waiting = new AtomicInteger();

    static class Shape {
        static final Shape UNIT;

        static {
            UNIT = new Square();
        }
    }

    static class Square extends Shape {
        static int made;

        static {
            begun.countDown();
            while (waiting.get() < 2) {
                Thread.onSpinWait();
            }
            try {
                Thread.sleep(600);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            made = 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread shape = new Thread(() -> System.out.println(Shape.UNIT != null));
        shape.start();
        begun.await();
        Thread square = new Thread(() -> {
            waiting.getAndIncrement();
            System.out.println(Square.made);
        });
        Thread again = new Thread(() -> {
            waiting.getAndIncrement();
            System.out.println(Shape.UNIT != null);
        });
        square.start();
        again.start();
        shape.join();
        square.join();
        again.join();
    }
}
