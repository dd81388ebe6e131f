// Thread.interrupted() sees the interrupt and clears it.
//@ mechanism thread basics: interrupts

public class InterruptedStatic {
    static int data;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            while (!Thread.interrupted()) {
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
