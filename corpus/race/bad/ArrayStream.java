// A stream over an array reads its elements.
//@ mechanism bulk and indirect: Arrays.stream

import java.util.Arrays;
import java.util.concurrent.Semaphore;

public class ArrayStream {
    public static void main(String[] args) throws InterruptedException {
        int[] data = new int[16]; //~ array data
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            data[5] = 1; //~ race data[5]
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int sum = Arrays.stream(data).sum(); //~ race data[5]
        end.release();
        t.join();
        System.out.println(sum <= 1);
    }
}
