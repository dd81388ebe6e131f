// Main waits for more tasks than it has given to its pool.
//@ mechanism stuck programs: executors
//@ others

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PoolAndLatch {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(5);
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 0; i < 4; i++) {
            pool.execute(done::countDown);
        }
        done.await(); //~ waits all
        pool.shutdown();
    }
}
