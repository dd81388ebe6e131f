// A thread ends by an exception, and the handler that the program has set for it takes care of that.
//@ mechanism explore: caught exceptions
//@ small

import java.util.concurrent.atomic.AtomicInteger;

public class OwnHandler {
    static final AtomicInteger handled = new AtomicInteger();

    static void fail() {
        throw new IllegalStateException("on purpose");
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(OwnHandler::fail);
        thread.setUncaughtExceptionHandler((failed, e) -> handled.incrementAndGet());
        thread.start();
        thread.join();
        if (handled.get() != 1) {
            throw new AssertionError(handled);
        }
    }
}
