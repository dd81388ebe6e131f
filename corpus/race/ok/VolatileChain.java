// Happens-before is transitive: a to b by one volatile field, b to c by another.
//@ mechanism memory modes: volatile fields
//@ mechanism memory modes: Thread.onSpinWait

public class VolatileChain {
    static volatile boolean first;
    static volatile boolean second;
    static int data;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread middle = new Thread(() -> {
            while (!first) {
                Thread.onSpinWait();
            }
            second = true;
        });
        Thread last = new Thread(() -> {
            while (!second) {
                Thread.onSpinWait();
            }
            seen = data;
        });
        middle.start();
        last.start();
        data = 3;
        first = true;
        middle.join();
        last.join();
        if (seen != 3) {
            throw new AssertionError(seen);
        }
    }
}
