// Sleeps for a while, and then makes sure that the other thread is done.
//@ mechanism explore: sleep as synchronisation
//@ small

public class SleepIsNoJoin {
    static volatile String result;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> result = "ready");
        worker.start();
        Thread.sleep(20);
        worker.join();
        if (result.length() != 5) {
            throw new AssertionError(result);
        }
    }
}
