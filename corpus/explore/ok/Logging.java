// Two threads log to a handler that only counts.
//@ mechanism explore: java.util.logging

import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

public class Logging {
    static final AtomicInteger records = new AtomicInteger();

    static final class Counter extends Handler {
        @Override
        public void publish(LogRecord record) {
            records.incrementAndGet();
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    public static void main(String[] args) throws InterruptedException {
        Logger logger = Logger.getLogger("explore");
        logger.setUseParentHandlers(false);
        logger.addHandler(new Counter());
        Thread one = new Thread(() -> logger.info("one"));
        Thread two = new Thread(() -> logger.log(java.util.logging.Level.WARNING, "two {0}", 2));
        one.start();
        two.start();
        one.join();
        two.join();
        if (records.get() != 2) {
            throw new AssertionError(records + " records");
        }
    }
}
