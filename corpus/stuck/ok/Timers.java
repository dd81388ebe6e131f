// Threads that wait for what only a timer brings, one kind of timer after the other.
//@ mechanism stuck programs: timers

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class Timers {
    static final int MILLIS = 700;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService scheduler = Executors.newScheduledThreadPool(1);
        scheduler.schedule(() -> 1, MILLIS, TimeUnit.MILLISECONDS).get();
        scheduler.shutdown();

        CountDownLatch rung = new CountDownLatch(1);
        Timer timer = new Timer();
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                rung.countDown();
            }
        }, MILLIS);
        rung.await();
        timer.cancel();

        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(MILLIS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        sleeper.start();
        sleeper.join();

        if (new LinkedBlockingQueue<String>().poll(MILLIS, TimeUnit.MILLISECONDS) != null) {
            throw new AssertionError();
        }

        CompletableFuture<Integer> late = new CompletableFuture<>();
        if (late.completeOnTimeout(1, MILLIS, TimeUnit.MILLISECONDS).join() != 1) {
            throw new AssertionError();
        }

        Object monitor = new Object();
        synchronized (monitor) {
            monitor.wait(MILLIS);
        }
    }
}
