// Main has ended, and the idle threads of its pool will end by themselves.
//@ mechanism stuck programs: executors

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class PoolTimesOut {
    public static void main(String[] args) throws Exception {
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(2, 2, 1500, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>());
        pool.allowCoreThreadTimeOut(true);
        if (pool.submit(() -> 1).get() + pool.submit(() -> 2).get() != 3) {
            throw new AssertionError();
        }
    }
}
