// Daemon threads wait for ever, and main ends: so does the program.
//@ mechanism stuck programs: daemon threads

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ExecutorService;

public class DaemonsLeftBehind {
    public static void main(String[] args) throws Exception {
        CountDownLatch never = new CountDownLatch(1);
        Thread daemon = new Thread(() -> {
            try {
                never.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        ExecutorService pool = Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
        });
        if (pool.submit(() -> 1).get() != 1) {
            throw new AssertionError();
        }
    }
}
