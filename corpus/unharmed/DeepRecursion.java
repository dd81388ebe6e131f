// A stack overflow that the program catches, in code that touches fields, arrays and monitors.

public class DeepRecursion {
    private int depth;
    private final int[] counts = new int[3];
    private static long total;

    void fields() {
        depth++;
        total++;
        fields();
    }

    void arrays(int i) {
        counts[i % 3]++;
        arrays(i + 1);
    }

    synchronized void locked() {
        depth++;
        locked();
    }

    void blocks() {
        synchronized (counts) {
            depth++;
            blocks();
        }
    }

    int finish(int n) {
        try {
            return finish(n + 1);
        } finally {
            depth = n;
        }
    }

    static void attempt(String name, Runnable action) {
        try {
            action.run();
            System.out.println(name + ": ended");
        } catch (StackOverflowError e) {
            System.out.println(name + ": overflow");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        DeepRecursion it = new DeepRecursion();
        for (int round = 0; round < 3; round++) {
            attempt("fields", it::fields);
            attempt("arrays", () -> it.arrays(0));
            attempt("locked", it::locked);
            attempt("blocks", it::blocks);
            attempt("finish", () -> it.finish(0));
        }
        System.out.println(Thread.holdsLock(it) + " " + Thread.holdsLock(it.counts));
        // Another thread can still take the monitors.
        Thread other = new Thread(() -> {
            synchronized (it) {
                synchronized (it.counts) {
                    it.depth = -1;
                }
            }
        });
        other.start();
        other.join();
        System.out.println(it.depth + " " + (total > 1000) + " " + (it.counts[0] > 100));
    }
}
