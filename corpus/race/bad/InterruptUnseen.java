// An interrupt orders something only for a thread that notices it.
//@ mechanism thread basics: interrupts

public class InterruptUnseen {
    static int message;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(() -> {
            seen = message; //~ race InterruptUnseen.message
        });
        reader.start();
        message = 1; //~ race InterruptUnseen.message
        reader.interrupt();
        reader.join();
        System.out.println(seen <= 1);
    }
}
