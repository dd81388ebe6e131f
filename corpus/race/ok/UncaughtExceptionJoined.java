// A thread that ends by an exception has ended: join() orders, and so does its handler's own thread.
//@ mechanism lifetimes: uncaught exceptions and their handlers

public class UncaughtExceptionJoined {
    static int value;
    static int handled;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            value = 1;
            throw new IllegalStateException("on purpose");
        });
        t.setUncaughtExceptionHandler((thread, e) -> handled = value);
        t.start();
        t.join();
        if (value + handled != 2) {
            throw new AssertionError();
        }
    }
}
