// Naps follow each other until one of them is interrupted.
//@ mechanism explore: interrupts
//@ small

public class NapTooShort {
    static volatile boolean interrupted;

    static void nap() {
        while (!interrupted) {
            try {
                Thread.sleep(10);
            } catch (InterruptedException woken) {
                interrupted = true;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = new Thread(NapTooShort::nap);
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        if (!interrupted) {
            throw new AssertionError("slept to the end");
        }
    }
}
