// getState() orders something only if it says TERMINATED.
//@ mechanism thread basics: isAlive() and getState()

import java.util.concurrent.CountDownLatch;

public class StateNotTerminated {
    static int result;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch end = new CountDownLatch(1);
        Thread writer = new Thread(() -> {
            result = 1; //~ race StateNotTerminated.result
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
        int seen = result; //~ race StateNotTerminated.result
        end.countDown();
        writer.join();
        System.out.println(seen);
    }
}
