// Loops that access elements here and there, in short loops and in long ones, by threads in turn.
//@ mechanism thread basics: array elements in loops

public class ScatteredInTurn {
    private final int[] large = new int[5000];
    private final int[] small = new int[20];

    /** A few elements, so often that it is no use to keep a map of them. */
    synchronized int shortly(int seed) {
        int sum = 0;
        for (int i = 0; i < 3; i++) {
            sum += large[seed * 37 % large.length] += i;
            seed += sum & 1;
        }
        return sum;
    }

    synchronized int long_(int[] where, int seed) {
        int sum = 0;
        for (int i = 0; i < where.length; i++) {
            small[where[i] % small.length] += seed;
            if ((where[i] & 1) == 0) {
                sum += large[where[i]];
            }
        }
        return sum;
    }

    /** What is thrown in the middle leaves nothing behind for the next one. */
    synchronized void thrown(int[] a, int[] where) {
        try {
            for (int i = 0; i < where.length; i++) {
                a[where[i]]++;
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            a[0]--;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ScatteredInTurn it = new ScatteredInTurn();
        int[] where = new int[2000];
        for (int i = 0; i < where.length; i++) {
            where[i] = i * 7 % it.large.length;
        }
        int[][] own = {new int[10], new int[10]};
        Thread[] threads = new Thread[2];
        for (int t = 0; t < threads.length; t++) {
            int me = t;
            threads[t] = new Thread(() -> {
                for (int i = 0; i < 50; i++) {
                    it.shortly(i);
                    it.long_(where, me);
                    it.thrown(own[me], where);
                }
            });
            threads[t].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(it.small[3] + own[0][7] + own[1][7]);
    }
}
