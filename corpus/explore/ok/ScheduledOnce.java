// A task that is scheduled for a little later, and a periodic one that is cancelled.
//@ mechanism explore: timers

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class ScheduledOnce {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
        ScheduledFuture<Integer> later = timer.schedule(() -> 7, 2, TimeUnit.MILLISECONDS);
        CountDownLatch ticks = new CountDownLatch(2);
        ScheduledFuture<?> periodic = timer.scheduleAtFixedRate(ticks::countDown, 0, 1, TimeUnit.MILLISECONDS);
        int result = later.get();
        ticks.await();
        periodic.cancel(false);
        timer.shutdown();
        if (result != 7) {
            throw new AssertionError(result);
        }
    }
}
