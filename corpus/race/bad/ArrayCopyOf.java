// Arrays.copyOf and copyOfRange read the elements.
//@ mechanism bulk and indirect: Arrays.copyOf

import java.util.Arrays;
import java.util.concurrent.Semaphore;

public class ArrayCopyOf {
    public static void main(String[] args) throws InterruptedException {
        int[] data = new int[16]; //~ array data
        String[] names = new String[16]; //~ array names
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            data[5] = 1; //~ race data[5]
            names[5] = "a"; //~ race names[5]
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int[] copy = Arrays.copyOf(data, 32); //~ race data[5]
        String[] range = Arrays.copyOfRange(names, 5, 6); //~ race names[5]
        end.release();
        t.join();
        System.out.println(copy[5] <= 1 && range.length == 1);
    }
}
