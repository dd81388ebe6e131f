// Many threads read without a lock what was written before they were started.
//@ mechanism lock discipline: reads only

public class ReadOnly {
    static int[] table;
    static int size;

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> {});
        first.start();
        table = new int[] {1, 2, 3};
        size = 3;
        Thread[] readers = new Thread[4];
        for (int i = 0; i < readers.length; i++) {
            readers[i] = new Thread(() -> {
                int sum = 0;
                for (int k = 0; k < size; k++) {
                    sum += table[k];
                }
                if (sum != 6) {
                    throw new AssertionError(sum);
                }
            });
            readers[i].start();
        }
        for (Thread reader : readers) {
            reader.join();
        }
        first.join();
    }
}
