// What is written to an array behind a final field after its object was published by an opaque access is not
// covered by the field; nor is what was written before, but not reached through it.
//@ mechanism thread basics: final fields
//@ mechanism memory modes: VarHandle opaque mode

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class FinalFieldOpaqueTooLate {
    static final class Table {
        final int[] numbers = new int[4]; //~ array numbers
    }

    static final class Beside {
        int value;
    }

    static final AtomicReference<Table> LATEST = new AtomicReference<>();
    static final AtomicInteger STEP = new AtomicInteger();
    static final Beside BESIDE = new Beside();

    static void write(Table table) {
        BESIDE.value = 1; //~ race Beside.value
        LATEST.setOpaque(table);
        table.numbers[1] = 1; //~ race numbers[1]
        STEP.setOpaque(1);
    }

    static int read() {
        while (STEP.getOpaque() == 0) {
            Thread.onSpinWait();
        }
        Table table = LATEST.getOpaque();
        int seen = table.numbers[1]; //~ race numbers[1]
        return seen + BESIDE.value; //~ race Beside.value
    }

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        write(new Table());
        read();
        LATEST.set(null);
        STEP.set(0);
        Thread t = new Thread(() -> write(new Table()));
        t.start();
        int seen = read();
        t.join();
        System.out.println(seen <= 2);
    }
}
