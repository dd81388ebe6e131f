// Missed because: the locks happened to order the accesses in this run. The second write is outside the
// lock and could be seen by the reader, but here the writer has taken and left the lock once more before
// the reader takes it, and so the reader's access comes after it. Another schedule would show the race.
//@ mechanism thread basics: order by chance

import java.util.concurrent.CountDownLatch;

public class HiddenByLockOrder {
    static final Object monitor = new Object();
    static int shared;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread writer = new Thread(() -> {
            synchronized (monitor) {
                shared = 1;
            }
            shared = 2;
            synchronized (monitor) {
                shared = 3;
            }
            try {
                end.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        writer.start();
        while (writer.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen;
        synchronized (monitor) {
            seen = shared;
        }
        end.countDown();
        writer.join();
        if (seen != 3) {
            throw new AssertionError(seen);
        }
    }
}
