// A join with a timeout returns, and the thread is taken to have ended.
//@ mechanism explore: timed join
//@ options --early-timeouts
//@ finds uncaught-exception

public class TimedJoin {
    static volatile String result;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> result = "ready");
        worker.start();
        worker.join(1000);
        if (result.length() != 5) {
            throw new AssertionError(result);
        }
    }
}
