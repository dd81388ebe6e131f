// Timer.schedule() publishes what was written before it, not what is written while the delay runs.
//@ mechanism java.util.concurrent: Timer

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

public class TimerTooLate {
    static int data;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Timer timer = new Timer();
        CountDownLatch done = new CountDownLatch(1);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                seen = data; //~ race TimerTooLate.data
                done.countDown();
            }
        }, 10);
        data = 1; //~ race TimerTooLate.data
        done.await();
        timer.cancel();
        System.out.println(seen <= 1);
    }
}
