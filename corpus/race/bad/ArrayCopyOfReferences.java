// System.arraycopy of references, within one array.
//@ mechanism bulk and indirect: System.arraycopy

import java.util.concurrent.Semaphore;

public class ArrayCopyOfReferences {
    public static void main(String[] args) throws InterruptedException {
        String[] names = {"a", "b", "c", "d"}; //~ array names
        // The first use of a class loads it, under locks of the JDK: not while there are two threads.
        System.arraycopy(names, 0, names, 0, 0);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            System.arraycopy(names, 0, names, 1, 3); //~ race names[2]
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        String seen = names[2]; //~ race names[2]
        end.release();
        t.join();
        System.out.println(seen.length() == 1);
    }
}
