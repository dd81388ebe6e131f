// A join with a timeout returns, and the thread is asked whether it has ended.
//@ mechanism explore: timed join

public class TimedJoin {
    static volatile String result;

    public static void main(String[] args) throws InterruptedException {
        Thread worker = new Thread(() -> result = "ready");
        worker.start();
        while (worker.isAlive()) {
            worker.join(1000);
        }
        if (result.length() != 5) {
            throw new AssertionError(result);
        }
    }
}
