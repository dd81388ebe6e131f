// A nap is to last until it is interrupted, but it may be over before.
//@ mechanism explore: interrupts
//@ options --early-timeouts
//@ finds uncaught-exception
//@ small

public class NapTooShort {
    static volatile boolean interrupted;

    static void nap() {
        try {
            Thread.sleep(10);
        } catch (InterruptedException woken) {
            interrupted = true;
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
