// setRelease and getAcquire of the atomics publish.
//@ mechanism memory modes: Atomic plain, opaque, acquire and release modes

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

public class AtomicReleaseAcquire {
    static final AtomicInteger ready = new AtomicInteger();
    static final AtomicReference<int[]> box = new AtomicReference<>();
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            data = 1;
            ready.setRelease(1);
            int[] made = new int[1];
            made[0] = 2;
            box.compareAndExchangeRelease(null, made);
        });
        t.start();
        while (ready.getAcquire() == 0) {
            Thread.onSpinWait();
        }
        int sum = data;
        while (box.getAcquire() == null) {
            Thread.onSpinWait();
        }
        sum += box.getPlain()[0];
        t.join();
        if (sum != 3) {
            throw new AssertionError(sum);
        }
    }
}
