// Sleeps for a while, in the hope that the other thread is done by then.
//@ mechanism explore: sleep as synchronisation
//@ options --early-timeouts
//@ finds uncaught-exception

public class SleepIsNoJoin {
    static volatile String result;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> result = "ready");
        worker.start();
        Thread.sleep(20);
        if (result.length() != 5) {
            throw new AssertionError(result);
        }
        worker.join();
    }
}
