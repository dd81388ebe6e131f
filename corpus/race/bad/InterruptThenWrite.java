// What the interrupting thread writes after interrupt() is not ordered, even if the interrupt is seen.
//@ mechanism thread basics: interrupts

public class InterruptThenWrite {
    static int message;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                Thread.onSpinWait();
            }
            seen = message; //~ race InterruptThenWrite.message
        });
        reader.start();
        reader.interrupt();
        message = 1; //~ race InterruptThenWrite.message
        reader.join();
        System.out.println(seen <= 1);
    }
}
