// Fences order the accesses of one thread; without a variable that carries them, they order no two threads.
//@ mechanism memory modes: fences

import java.lang.invoke.VarHandle;
import java.util.concurrent.Semaphore;

public class FencesAlone {
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            VarHandle.fullFence();
            data = 1; //~ race FencesAlone.data
            VarHandle.fullFence();
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        VarHandle.fullFence();
        int seen = data; //~ race FencesAlone.data
        VarHandle.fullFence();
        end.release();
        t.join();
        System.out.println(seen <= 1);
    }
}
