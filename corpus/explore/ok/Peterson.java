// Peterson's lock: say that you want to enter, give way, and wait while the other one has the turn.
//@ mechanism explore: Peterson

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

public class Peterson {
    static final AtomicIntegerArray wants = new AtomicIntegerArray(2);
    static final AtomicInteger inside = new AtomicInteger();
    static volatile int turn;

    static void enter(int me) {
        int other = 1 - me;
        wants.set(me, 1);
        turn = other;
        while (wants.get(other) == 1 && turn == other) {
            Thread.onSpinWait();
        }
    }

    static void run(int me) {
        enter(me);
        if (inside.incrementAndGet() != 1) {
            throw new AssertionError("both are inside");
        }
        inside.decrementAndGet();
        wants.set(me, 0);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> run(0));
        Thread two = new Thread(() -> run(1));
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
