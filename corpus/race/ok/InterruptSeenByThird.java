// Any thread that finds the flag of the interrupted one set comes after the interrupt.
//@ mechanism thread basics: interrupts

public class InterruptSeenByThird {
    static int data;
    static volatile boolean end;

    public static void main(String[] args) throws InterruptedException {
        Thread target = new Thread(() -> {
            while (!end) {
                Thread.onSpinWait();
            }
        });
        Thread interrupter = new Thread(() -> {
            data = 1;
            target.interrupt();
        });
        target.start();
        interrupter.start();
        while (!target.isInterrupted()) {
            Thread.onSpinWait();
        }
        int seen = data;
        end = true;
        target.join();
        interrupter.join();
        if (seen != 1) {
            throw new AssertionError(seen);
        }
    }
}
