import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * A fixed number of events on a given number of variables, split among a given number of threads:
 * {@code Scaling fields|elements THREADS VARIABLES EVENTS}. Prints what the threads took together.
 *
 * <p>Half of the variables belong to a thread each, half to stripes with a lock each; a small table is
 * read by all. In a turn a thread updates some variables of its own, reads some of the table, and updates
 * some of a stripe under its lock. There is no race.
 */
public final class Scaling {
    /** Updates and reads of each kind in a turn. */
    static final int BURST = 16;
    /** Two accesses for an update, one for a read, one lock, one unlock, and the cursor of the stripe. */
    static final int EVENTS_PER_TURN = 2 * BURST + BURST + 2 * BURST + 4;
    static final int STRIPES = 64;
    static final int TABLE = 1024;

    /** A variable that is a field. The way to the next one is final and costs no event. */
    static final class Cell {
        final Cell next;
        int value;

        Cell(Cell next) {
            this.next = next;
        }

        static Cell chain(int length) {
            Cell first = null;
            for (int i = 0; i < length; i++) first = new Cell(first);
            return first;
        }
    }

    static final class FieldStripe {
        final Cell first;
        Cell cursor;

        FieldStripe(int length) {
            cursor = first = Cell.chain(length);
        }

        synchronized void update() {
            Cell cell = cursor;
            for (int i = 0; i < BURST; i++) {
                cell.value++;
                cell = cell.next == null ? first : cell.next;
            }
            cursor = cell;
        }

        long sum() {
            long sum = 0;
            for (Cell cell = first; cell != null; cell = cell.next) sum += cell.value;
            return sum;
        }
    }

    static final class Fields extends Thread {
        final Cell own;
        final Cell table;
        final FieldStripe[] stripes;
        final int number;
        final int turns;
        long seen;

        Fields(int number, int turns, int length, Cell table, FieldStripe[] stripes) {
            this.number = number;
            this.turns = turns;
            this.own = Cell.chain(length);
            this.table = table;
            this.stripes = stripes;
        }

        @Override
        public void run() {
            Cell mine = own;
            Cell shared = table;
            int sum = 0;
            for (int turn = 0; turn < turns; turn++) {
                for (int i = 0; i < BURST; i++) {
                    mine.value++;
                    mine = mine.next == null ? own : mine.next;
                }
                for (int i = 0; i < BURST; i++) {
                    sum += shared.value;
                    shared = shared.next == null ? table : shared.next;
                }
                stripes[stripe(number, turn)].update();
            }
            seen = sum;
        }

        long sum() {
            long sum = seen;
            for (Cell cell = own; cell != null; cell = cell.next) sum += cell.value;
            return sum;
        }
    }

    static final class ElementStripe {
        final int[] values;
        final int from;
        final int to;
        int cursor;

        ElementStripe(int[] values, int from, int to) {
            this.values = values;
            this.from = from;
            this.to = to;
            cursor = from;
        }

        synchronized void update() {
            int at = cursor;
            for (int i = 0; i < BURST; i++) {
                values[at]++;
                at = at + 1 == to ? from : at + 1;
            }
            cursor = at;
        }
    }

    static final class Elements extends Thread {
        final int[] values;
        final int from;
        final int to;
        final int[] table;
        final ElementStripe[] stripes;
        final int number;
        final int turns;
        long seen;

        Elements(int number, int turns, int[] values, int length, int[] table, ElementStripe[] stripes) {
            this.number = number;
            this.turns = turns;
            this.values = values;
            this.from = number * length;
            this.to = from + length;
            this.table = table;
            this.stripes = stripes;
        }

        @Override
        public void run() {
            int mine = from;
            int shared = 0;
            int sum = 0;
            for (int turn = 0; turn < turns; turn++) {
                for (int i = 0; i < BURST; i++) {
                    values[mine]++;
                    mine = mine + 1 == to ? from : mine + 1;
                }
                for (int i = 0; i < BURST; i++) {
                    sum += table[shared];
                    shared = (shared + 1) % TABLE;
                }
                stripes[stripe(number, turn)].update();
            }
            seen = sum;
        }
    }

    /** Spread evenly, and differently for each thread. */
    static int stripe(int thread, int turn) {
        return (turn * 31 + thread * 7) % STRIPES;
    }

    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[1]);
        int variables = Integer.parseInt(args[2]);
        int turns = Integer.parseInt(args[3]) / EVENTS_PER_TURN / threads;
        int length = Math.max(1, variables / 2 / threads);
        int width = Math.max(1, variables / 2 / STRIPES);
        long sum = args[0].equals("fields") ? fields(threads, turns, length, width) : elements(threads, turns, length, width);
        if (sum != 2L * BURST * turns * threads) throw new AssertionError("sum " + sum);
    }

    static long fields(int threads, int turns, int length, int width) throws Exception {
        FieldStripe[] stripes = new FieldStripe[STRIPES];
        for (int i = 0; i < STRIPES; i++) stripes[i] = new FieldStripe(width);
        Cell table = Cell.chain(TABLE);
        Fields[] workers = new Fields[threads];
        for (int i = 0; i < threads; i++) workers[i] = new Fields(i, turns, length, table, stripes);
        measure(workers, turns);
        long sum = 0;
        for (Fields worker : workers) sum += worker.sum();
        for (FieldStripe stripe : stripes) sum += stripe.sum();
        return sum;
    }

    static long elements(int threads, int turns, int length, int width) throws Exception {
        int[] locked = new int[STRIPES * width];
        ElementStripe[] stripes = new ElementStripe[STRIPES];
        for (int i = 0; i < STRIPES; i++) stripes[i] = new ElementStripe(locked, i * width, (i + 1) * width);
        int[] own = new int[threads * length];
        int[] table = new int[TABLE];
        Elements[] workers = new Elements[threads];
        for (int i = 0; i < threads; i++) workers[i] = new Elements(i, turns, own, length, table, stripes);
        measure(workers, turns);
        long sum = 0;
        for (int value : own) sum += value;
        for (int value : locked) sum += value;
        for (Elements worker : workers) sum += worker.seen;
        return sum;
    }

    static void measure(Thread[] workers, int turns) throws Exception {
        OperatingSystemMXBean system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        long cpu = system.getProcessCpuTime();
        long wall = System.nanoTime();
        for (Thread worker : workers) worker.start();
        for (Thread worker : workers) worker.join();
        wall = System.nanoTime() - wall;
        cpu = system.getProcessCpuTime() - cpu;
        long events = (long) EVENTS_PER_TURN * turns * workers.length;
        System.out.println("events " + events + " cpu_ns " + cpu + " wall_ns " + wall);
    }
}
