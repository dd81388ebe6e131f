// A task of a Timer, and the timer's end.
//@ mechanism explore: timers

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

public class TimerCancelled {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch ran = new CountDownLatch(1);
        Timer timer = new Timer("timer");
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                ran.countDown();
            }
        }, 1);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                ran.countDown();
            }
        }, 1_000_000);
        ran.await();
        timer.cancel();
    }
}
