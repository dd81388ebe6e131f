// After much garbage and a collection, a new array still has its races.
//@ mechanism lifetimes: object identities re-used

import java.util.concurrent.Semaphore;

public class ObjectsAfterGarbage {
    static int sum;

    static void litter() {
        for (int i = 0; i < 2000; i++) {
            int[] dropped = new int[8];
            synchronized (dropped) {
                dropped[i % 8] = i;
            }
            sum += dropped[3];
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread litter = new Thread(ObjectsAfterGarbage::litter);
        litter.start();
        litter.join();
        System.gc();
        int[] data = new int[8]; //~ array data
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            data[3]++; //~ race data[3]
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        data[3]++; //~ race data[3]
        end.release();
        t.join();
    }
}
