// A volatile long is never torn, and publishes.
//@ mechanism memory modes: volatile fields
//@ mechanism grading: torn long and double

public class VolatileLong {
    static volatile long stamp;
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(() -> {
            data = 9;
            stamp = -1L;
        });
        writer.start();
        long seen = stamp;
        while (seen == 0) {
            Thread.onSpinWait();
            seen = stamp;
        }
        if (seen != -1L || data != 9) {
            throw new AssertionError(seen);
        }
        writer.join();
    }
}
