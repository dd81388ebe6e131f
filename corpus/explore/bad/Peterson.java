// Peterson's lock with its two writes in the wrong order: both threads may be inside.
//@ mechanism explore: Peterson
//@ finds uncaught-exception

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

public class Peterson {
    static final AtomicIntegerArray wants = new AtomicIntegerArray(2);
    static final AtomicInteger inside = new AtomicInteger();
    static volatile int turn;

    static void enter(int me) {
        int other = 1 - me;
        turn = other;
        wants.set(me, 1);
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
