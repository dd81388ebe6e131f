// Updaters of two fields of one object order nothing between them; nor does one updater on two objects.
//@ mechanism memory modes: AtomicIntegerFieldUpdater and kin

import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicLongFieldUpdater;

public class FieldUpdaterOtherField {
    volatile int left;
    volatile long right;
    static int data;
    static int more;
    static final AtomicIntegerFieldUpdater<FieldUpdaterOtherField> LEFT =
            AtomicIntegerFieldUpdater.newUpdater(FieldUpdaterOtherField.class, "left");
    static final AtomicLongFieldUpdater<FieldUpdaterOtherField> RIGHT =
            AtomicLongFieldUpdater.newUpdater(FieldUpdaterOtherField.class, "right");

    public static void main(String[] args) throws InterruptedException {
        FieldUpdaterOtherField it = new FieldUpdaterOtherField();
        FieldUpdaterOtherField other = new FieldUpdaterOtherField();
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            data = 1; //~ race FieldUpdaterOtherField.data
            LEFT.incrementAndGet(it);
            more = 1; //~ race FieldUpdaterOtherField.more
            RIGHT.set(other, 1);
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        long seen = RIGHT.incrementAndGet(it);
        seen += data; //~ race FieldUpdaterOtherField.data
        seen += RIGHT.get(it);
        seen += more; //~ race FieldUpdaterOtherField.more
        end.release();
        t.join();
        System.out.println(seen <= 4);
    }
}
