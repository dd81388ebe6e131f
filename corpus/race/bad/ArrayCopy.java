// System.arraycopy writes its target and reads its source.
//@ mechanism bulk and indirect: System.arraycopy

import java.util.concurrent.Semaphore;

public class ArrayCopy {
    public static void main(String[] args) throws InterruptedException {
        int[] source = {1, 2, 3, 4}; //~ array source
        int[] target = new int[4]; //~ array target
        // The first use of a class loads it, under locks of the JDK: not while there are two threads.
        System.arraycopy(source, 0, target, 0, 4);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            System.arraycopy(source, 0, target, 0, 4); //~ race source[1] target[2]
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        source[1] = 7; //~ race source[1]
        target[2] = 7; //~ race target[2]
        end.release();
        t.join();
        System.out.println(target[2] == 3 || target[2] == 7);
    }
}
