// An exception that a thread throws and catches is no failure.
//@ mechanism explore: caught exceptions
//@ small

import java.util.concurrent.atomic.AtomicInteger;

public class CaughtInThread {
    static final AtomicInteger caught = new AtomicInteger();

    static void failAndCatch() {
        try {
            throw new IllegalStateException("on purpose");
        } catch (IllegalStateException e) {
            caught.incrementAndGet();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(CaughtInThread::failAndCatch);
        Thread two = new Thread(CaughtInThread::failAndCatch);
        one.start();
        two.start();
        one.join();
        two.join();
        if (caught.get() != 2) {
            throw new AssertionError(caught);
        }
    }
}
