// Loops over one array, with a volatile write, a monitor, a join or a call between them.
//@ mechanism thread basics: array elements in loops

public class LoopsInOrder {
    static volatile int turn;
    static final Object lock = new Object();

    static void add(int[] a, int step) {
        for (int i = 0; i < a.length; i += step) {
            a[i]++;
        }
    }

    static void inTurns(int[] a, int me) {
        for (int round = me; round < 20; round += 2) {
            while (turn != round) {
                Thread.onSpinWait();
            }
            for (int i = a.length - 1; i >= 0; i--) {
                a[i] += round;
            }
            turn++;
        }
    }

    static void locked(int[] a) {
        for (int round = 0; round < 20; round++) {
            synchronized (lock) {
                for (int i = 0; i < a.length; i++) {
                    a[i]++;
                }
            }
        }
    }

    static synchronized int sum(int[] a) {
        int sum = 0;
        for (int x : a) {
            sum += x;
        }
        return sum;
    }

    public static void main(String[] args) throws InterruptedException {
        int[] turns = new int[64];
        int[] guarded = new int[64];
        int[] joined = new int[64];
        add(joined, 3);
        Thread t = new Thread(() -> {
            inTurns(turns, 1);
            locked(guarded);
            add(joined, 2);
        });
        t.start();
        inTurns(turns, 0);
        locked(guarded);
        t.join();
        add(joined, 1);
        System.out.println(sum(turns) + " " + sum(guarded) + " " + sum(joined));
    }
}
