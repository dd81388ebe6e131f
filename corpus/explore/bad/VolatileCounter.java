// A volatile counter, incremented by two threads: reading and writing it are two steps.
//@ mechanism explore: volatile increment
//@ finds uncaught-exception

public class VolatileCounter {
    static volatile int counter;

    static void count() {
        for (int i = 0; i < 2; i++) {
            counter++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(VolatileCounter::count);
        Thread two = new Thread(VolatileCounter::count);
        one.start();
        two.start();
        one.join();
        two.join();
        if (counter != 4) {
            throw new AssertionError("counted " + counter);
        }
    }
}
