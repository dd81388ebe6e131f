// Arrays.fill writes every element, or those of a range.
//@ mechanism bulk and indirect: Arrays.fill

import java.util.Arrays;
import java.util.concurrent.Semaphore;

public class ArrayFill {
    public static void main(String[] args) throws InterruptedException {
        int[] data = new int[16]; //~ array data
        long[] part = new long[16]; //~ array part
        // The first use of a class loads it, under locks of the JDK: not while there are two threads.
        Arrays.fill(data, 0);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            Arrays.fill(data, 1); //~ race data[5]
            Arrays.fill(part, 4, 8, 1L); //~ race part[7]
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        data[5] = 2; //~ race data[5]
        part[8] = 2;
        part[7] = 2; //~ race part[7]
        end.release();
        t.join();
        System.out.println(data[5] + part[7] > 1);
    }
}
