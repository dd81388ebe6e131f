// An updater makes its own field volatile, not the field beside it.
//@ mechanism bulk and indirect: atomic field updaters on fields of the program

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public class UpdaterBeside {
    volatile int count;
    int last;
    static final AtomicIntegerFieldUpdater<UpdaterBeside> COUNT =
            AtomicIntegerFieldUpdater.newUpdater(UpdaterBeside.class, "count");

    public static void main(String[] args) throws InterruptedException {
        UpdaterBeside it = new UpdaterBeside();
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            COUNT.incrementAndGet(it);
            it.last++; //~ race UpdaterBeside.last
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        COUNT.incrementAndGet(it);
        it.last++; //~ race UpdaterBeside.last
        end.release();
        t.join();
        System.out.println(it.count == 2);
    }
}
