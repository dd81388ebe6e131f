// A thread sleeps until it is interrupted.
//@ mechanism explore: interrupts

public class InterruptedSleep {
    static volatile boolean interrupted;

    static void sleep() {
        try {
            while (true) {
                Thread.sleep(10_000);
            }
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (Thread.currentThread().isInterrupted()) {
            throw new AssertionError("still interrupted");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = new Thread(InterruptedSleep::sleep);
        sleeper.start();
        sleeper.interrupt();
        sleeper.join();
        if (!interrupted) {
            throw new AssertionError();
        }
    }
}
