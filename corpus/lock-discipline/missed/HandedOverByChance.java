// Missed because: a volatile counter that has nothing to do with the field orders the two threads in this run,
// and is taken for a hand-over.
//@ mechanism lock discipline: order by chance

import java.util.concurrent.atomic.AtomicInteger;

public class HandedOverByChance {
    static volatile int statistics;
    static int shared;

    public static void main(String[] args) throws InterruptedException {
        AtomicInteger turn = new AtomicInteger();
        Thread other = new Thread(() -> {
            shared = 1;
            statistics = 1;
            turn.setOpaque(1);
        });
        other.start();
        while (turn.getOpaque() != 1) {
            Thread.onSpinWait();
        }
        if (statistics != 1) {
            throw new AssertionError();
        }
        shared = 2;
        other.join();
    }
}
