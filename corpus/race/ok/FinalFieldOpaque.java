// An object that is published by an opaque access orders nothing, but what its final fields lead to is seen as it
// was when its constructor ended.
//@ mechanism thread basics: final fields
//@ mechanism memory modes: VarHandle opaque mode

import java.util.concurrent.atomic.AtomicReference;

public class FinalFieldOpaque {
    static final class Cell {
        int value;
    }

    static final class Table {
        final int[] numbers = new int[100];
        final int[][] rows = new int[3][4];
        final Cell[] cells = {new Cell(), new Cell()};
        final Cell cell = new Cell();

        Table(int n) {
            for (int i = 0; i < numbers.length; i++) {
                numbers[i] = n;
            }
            rows[1][2] = n;
            cells[1].value = n;
            cell.value = n;
        }
    }

    static final AtomicReference<Table> LATEST = new AtomicReference<>();

    static int sum(Table table) {
        int sum = table.rows[1][2] + table.cells[1].value + table.cell.value;
        for (int number : table.numbers) {
            sum += number;
        }
        return sum;
    }

    static void publish(int n) {
        LATEST.setOpaque(new Table(n));
    }

    static Table await() {
        Table table;
        while ((table = LATEST.getOpaque()) == null) {
            Thread.onSpinWait();
        }
        return table;
    }

    public static void main(String[] args) throws InterruptedException {
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        publish(0);
        sum(await());
        LATEST.set(null);
        Thread t = new Thread(() -> publish(1));
        t.start();
        int sum = sum(await());
        if (sum != 103) {
            throw new AssertionError(sum);
        }
        t.join();
    }
}
