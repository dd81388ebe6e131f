// A thread spins on a volatile field until it is set.
//@ mechanism explore: spinning

public class SpinUntilSet {
    static volatile boolean ready;
    static int value;

    static void await() {
        while (!ready) {
            Thread.onSpinWait();
        }
        if (value != 5) {
            throw new AssertionError(value);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread spinner = new Thread(SpinUntilSet::await);
        spinner.start();
        value = 5;
        ready = true;
        spinner.join();
    }
}
