// What was written before interrupt() is seen by a thread that finds its flag set.
//@ mechanism thread basics: interrupts

public class InterruptIsInterrupted {
    static int data;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
            seen = data;
        });
        t.start();
        data = 1;
        t.interrupt();
        t.join();
        if (seen != 1) {
            throw new AssertionError(seen);
        }
    }
}
