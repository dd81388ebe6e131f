// The second thread takes its locks only after the first has said by a latch that it is done.
//@ mechanism lock order: other order between

import java.util.concurrent.CountDownLatch;

public class LatchBetween {
    static void both(Object outer, Object inner) {
        synchronized (outer) {
            synchronized (inner) {
                Thread.onSpinWait();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object left = new Object();
        Object right = new Object();
        CountDownLatch done = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            both(left, right);
            done.countDown();
        });
        other.start();
        done.await();
        both(right, left);
        other.join();
    }
}
