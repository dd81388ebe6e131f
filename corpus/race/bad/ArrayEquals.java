// Arrays.equals, hashCode and toString read the elements of every array they get.
//@ mechanism bulk and indirect: Arrays.equals

import java.util.Arrays;
import java.util.concurrent.Semaphore;

public class ArrayEquals {
    public static void main(String[] args) throws InterruptedException {
        int[] data = {1, 2, 3, 4}; //~ array data
        int[] other = {1, 2, 3, 4}; //~ array other
        int[] hashed = new int[4]; //~ array hashed
        int[] printed = new int[4]; //~ array printed
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            data[2] = 3; //~ race data[2]
            other[3] = 4; //~ race other[3]
            hashed[1] = 1; //~ race hashed[1]
            printed[1] = 1; //~ race printed[1]
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        boolean equal = Arrays.equals(data, other); //~ race data[2] other[3]
        int hash = Arrays.hashCode(hashed); //~ race hashed[1]
        String text = Arrays.toString(printed); //~ race printed[1]
        end.release();
        t.join();
        System.out.println(equal && hash != 0 && text.startsWith("["));
    }
}
