// An object that one thread makes and another publishes by a race, in a static field of some class: that is the
// race, and what the object's final fields lead to is not another one.
//@ mechanism thread basics: final fields

import java.util.concurrent.atomic.AtomicInteger;

public class FinalFieldHandedOn {
    static final class Table {
        final int[] numbers = {1, 2, 3};
    }

    static class Registry {
        static Table latest;
    }

    static final AtomicInteger STEP = new AtomicInteger();

    static void publish(Table table) {
        Registry.latest = table; //~ race Registry.latest
        STEP.setOpaque(1);
    }

    static int read() {
        while (STEP.getOpaque() == 0) {
            Thread.onSpinWait();
        }
        Table table = Registry.latest; //~ race Registry.latest
        return table.numbers[2];
    }

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        publish(new Table());
        read();
        STEP.set(0);
        Table[] made = new Table[1];
        Thread maker = new Thread(() -> made[0] = new Table());
        Thread publisher = new Thread(() -> {
            try {
                maker.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            publish(made[0]);
        });
        maker.start();
        publisher.start();
        System.out.println(read());
        publisher.join();
    }
}
