// An updater orders what comes before and after its own field, and its volatile field never races.
//@ mechanism bulk and indirect: atomic field updaters on fields of the program

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;

public class UpdaterOwnField {
    volatile int turn;
    int data;
    static final AtomicIntegerFieldUpdater<UpdaterOwnField> TURN =
            AtomicIntegerFieldUpdater.newUpdater(UpdaterOwnField.class, "turn");

    void play(int me) {
        for (int round = 0; round < 50; round++) {
            while (turn % 2 != me) {
                Thread.onSpinWait();
            }
            data++;
            TURN.incrementAndGet(this);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        UpdaterOwnField it = new UpdaterOwnField();
        Thread t = new Thread(() -> it.play(1));
        t.start();
        it.play(0);
        t.join();
        if (it.data != 100) {
            throw new AssertionError(it.data);
        }
    }
}
