// A stack overflow that the program catches, in code that touches fields, arrays and monitors.

public class DeepRecursion {
    private int depth;
    private final int[] counts = new int[3];
    private static long total;
    private static final Object TOTAL = new Object();

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

    void nested() {
        synchronized (counts) {
            synchronized (this) {
                depth++;
                nested();
            }
            synchronized (TOTAL) {
                total++;
            }
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

    static void attempts(DeepRecursion it) {
        for (int round = 0; round < 10; round++) {
            attempt("fields", it::fields);
            attempt("arrays", () -> it.arrays(0));
            attempt("locked", it::locked);
            attempt("blocks", it::blocks);
            attempt("nested", it::nested);
            attempt("finish", () -> it.finish(0));
        }
    }

    public static void main(String[] args) throws InterruptedException {
        DeepRecursion it = new DeepRecursion();
        attempts(it);
        // With a second thread everything is watched; the stack then ends in other places, too.
        Thread idle = new Thread(() -> {});
        idle.start();
        idle.join();
        attempts(it);
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
