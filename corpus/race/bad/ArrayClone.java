// clone() reads every element.
//@ mechanism bulk and indirect: clone() of an array

import java.util.concurrent.Semaphore;

public class ArrayClone {
    public static void main(String[] args) throws InterruptedException {
        int[] data = new int[16]; //~ array data
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            data[5] = 2; //~ race data[5]
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int[] copy = data.clone(); //~ race data[5]
        end.release();
        t.join();
        System.out.println(copy[5] <= 2);
    }
}
