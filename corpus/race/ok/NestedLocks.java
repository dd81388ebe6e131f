// Each variable has its lock; locks are nested in one order.
//@ mechanism thread basics: synchronized blocks

public class NestedLocks {
    static final Object outer = new Object();
    static final Object inner = new Object();
    static int a;
    static int b;

    static void work() {
        for (int i = 0; i < 500; i++) {
            synchronized (outer) {
                a++;
                synchronized (inner) {
                    b++;
                }
                a++;
            }
            synchronized (inner) {
                b++;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(NestedLocks::work);
        t.start();
        work();
        t.join();
        if (a != 2000 || b != 2000) {
            throw new AssertionError(a + " " + b);
        }
    }
}
