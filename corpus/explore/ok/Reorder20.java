// Setters write a, then b. The checker reads b first, so a thread that sees b sees a. 20 threads in all.
//@ mechanism explore: reorder

public class Reorder20 {
    static final int SETTERS = 19;
    static volatile boolean a;
    static volatile boolean b;

    static void set() {
        a = true;
        b = true;
    }

    static void check() {
        boolean second = b;
        boolean first = a;
        if (second && !first) {
            throw new AssertionError("b without a");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] setters = new Thread[SETTERS];
        for (int i = 0; i < SETTERS; i++) {
            setters[i] = new Thread(Reorder20::set);
            setters[i].start();
        }
        Thread checker = new Thread(Reorder20::check);
        checker.start();
        for (Thread setter : setters) {
            setter.join();
        }
        checker.join();
    }
}
