// An updater and plain uses of its volatile field are one variable.
//@ mechanism memory modes: AtomicIntegerFieldUpdater and kin

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.atomic.AtomicReferenceFieldUpdater;

public class FieldUpdater {
    volatile int state;
    volatile int[] box;
    int data;

    static final AtomicIntegerFieldUpdater<FieldUpdater> STATE =
            AtomicIntegerFieldUpdater.newUpdater(FieldUpdater.class, "state");
    static final AtomicReferenceFieldUpdater<FieldUpdater, int[]> BOX =
            AtomicReferenceFieldUpdater.newUpdater(FieldUpdater.class, int[].class, "box");

    public static void main(String[] args) throws InterruptedException {
        FieldUpdater it = new FieldUpdater();
        Thread t = new Thread(() -> {
            it.data = 1;
            STATE.incrementAndGet(it);
            while (it.box == null) {
                Thread.onSpinWait();
            }
            it.data += it.box[0];
            it.state = 2;
        });
        t.start();
        while (it.state == 0) {
            Thread.onSpinWait();
        }
        it.data++;
        BOX.compareAndSet(it, null, new int[] {5});
        while (STATE.get(it) != 2) {
            Thread.onSpinWait();
        }
        if (it.data != 7) {
            throw new AssertionError(it.data);
        }
        t.join();
    }
}
