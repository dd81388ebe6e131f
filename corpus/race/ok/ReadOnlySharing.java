// Many threads read what was written before they were started.
//@ mechanism thread basics: reads by several threads

public class ReadOnlySharing {
    static int[] table;
    static int factor;

    public static void main(String[] args) throws InterruptedException {
        table = new int[100];
        for (int i = 0; i < table.length; i++) {
            table[i] = i;
        }
        factor = 2;
        int[] sums = new int[16];
        Thread[] threads = new Thread[16];
        for (int i = 0; i < threads.length; i++) {
            int number = i;
            threads[i] = new Thread(() -> {
                int sum = 0;
                for (int k = 0; k < table.length; k++) {
                    sum += table[k] * factor;
                }
                sums[number] = sum;
            });
        }
        for (Thread t : threads) {
            t.start();
        }
        for (int i = 0; i < threads.length; i++) {
            threads[i].join();
            if (sums[i] != 9900) {
                throw new AssertionError(sums[i]);
            }
        }
    }
}
