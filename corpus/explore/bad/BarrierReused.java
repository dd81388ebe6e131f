// A barrier that never closes again: in the second round no thread waits for the others.
//@ mechanism explore: barrier used again
//@ finds uncaught-exception

import java.util.concurrent.atomic.AtomicIntegerArray;

public class BarrierReused {
    static final int ROUNDS = 2;
    static final AtomicIntegerArray reached = new AtomicIntegerArray(2);
    static int arrived;

    static synchronized void await() throws InterruptedException {
        arrived++;
        while (arrived < 2) {
            BarrierReused.class.wait();
        }
        BarrierReused.class.notifyAll();
    }

    static void run(int me) {
        for (int i = 1; i <= ROUNDS; i++) {
            reached.set(me, i);
            try {
                await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            if (reached.get(1 - me) < i) {
                throw new AssertionError("the other one has not reached " + i);
            }
        }
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
