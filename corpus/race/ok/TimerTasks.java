// A Timer's tasks come after schedule(), and one after another.
//@ mechanism java.util.concurrent: Timer

import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;

public class TimerTasks {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Timer timer = new Timer();
        CountDownLatch done = new CountDownLatch(3);
        count = 10;
        for (int i = 1; i <= 3; i++) {
            timer.schedule(new TimerTask() {
                @Override
                public void run() {
                    count++;
                    done.countDown();
                }
            }, i);
        }
        done.await();
        timer.cancel();
        if (count != 13) {
            throw new AssertionError(count);
        }
    }
}
