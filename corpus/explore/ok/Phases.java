// Each of two workers writes its part, says so, waits for the other, and reads the other's part.
//@ mechanism explore: two phases
//@ small

import java.util.concurrent.atomic.AtomicIntegerArray;

public class Phases {
    static final AtomicIntegerArray parts = new AtomicIntegerArray(2);
    static int arrived;

    static synchronized void arrive() {
        arrived++;
        Phases.class.notifyAll();
    }

    static synchronized void awaitOther() throws InterruptedException {
        while (arrived < 2) {
            Phases.class.wait();
        }
    }

    static void work(int me) {
        try {
            parts.set(me, 1);
            arrive();
            awaitOther();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        if (parts.get(1 - me) != 1) {
            throw new AssertionError("the part of the other is not there");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread left = new Thread(() -> work(0));
        Thread right = new Thread(() -> work(1));
        left.start();
        right.start();
        left.join();
        right.join();
    }
}
