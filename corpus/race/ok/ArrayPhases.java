// Partitions change from phase to phase; the join between the phases orders them.
//@ mechanism thread basics: array elements

public class ArrayPhases {
    static void add(int[] data, int from, int to) {
        for (int i = from; i < to; i++) {
            data[i]++;
        }
    }

    static void phase(int[] data, int split) throws InterruptedException {
        Thread t = new Thread(() -> add(data, 0, split));
        t.start();
        add(data, split, data.length);
        t.join();
    }

    public static void main(String[] args) throws InterruptedException {
        int[] data = new int[64];
        for (int split = 1; split < 64; split++) {
            phase(data, split);
        }
        for (int value : data) {
            if (value != 63) {
                throw new AssertionError(value);
            }
        }
    }
}
