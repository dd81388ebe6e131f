// Each of two workers says that its part is done before it is: the other one may read it too early.
//@ mechanism explore: two phases
//@ finds uncaught-exception

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
            arrive();
            parts.set(me, 1);
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
