// Main waits for a latch that nothing counts down. The loggers of the JDK have a shutdown hook, which would not do it
// either.
//@ mechanism stuck programs: shutdown

import java.util.concurrent.CountDownLatch;
import java.util.logging.Logger;

public class LoggerAndLatch {
    public static void main(String[] args) throws InterruptedException {
        Logger.getLogger("program");
        new CountDownLatch(1).await(); //~ waits all
    }
}
