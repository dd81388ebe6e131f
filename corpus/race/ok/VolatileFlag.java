// Data is published by a volatile flag that is set after it.
//@ mechanism memory modes: volatile fields

public class VolatileFlag {
    static volatile boolean ready;
    static int data;
    static int[] more;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            data = 42;
            more = new int[] {1, 2, 3};
            ready = true;
        });
        writer.start();
        while (!ready) {
            Thread.onSpinWait();
        }
        if (data != 42 || more[2] != 3) {
            throw new AssertionError(data);
        }
        writer.join();
    }
}
