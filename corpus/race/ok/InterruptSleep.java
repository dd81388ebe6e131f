// InterruptedException out of sleep() comes after interrupt().
//@ mechanism thread basics: interrupts

public class InterruptSleep {
    static int data;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                Thread.sleep(600_000);
            } catch (InterruptedException e) {
                seen = data;
            }
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
