// After a thousand threads that were joined, the next one still is a thread of its own.
//@ mechanism lifetimes: thread ids re-used

import java.util.concurrent.Semaphore;

public class AfterManyThreads {
    static int count;
    static int data;

    public static void main(String[] args) throws InterruptedException {
        for (int i = 0; i < 1000; i++) {
            Thread earlier = new Thread(() -> {
                count++;
                data++;
            });
            earlier.start();
            earlier.join();
        }
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            data++; //~ race AfterManyThreads.data
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        data++; //~ race AfterManyThreads.data
        end.release();
        t.join();
        System.out.println(count == 1000);
    }
}
