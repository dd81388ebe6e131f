// A barrier that counts its rounds, so that it can be used again.
//@ mechanism explore: barrier used again
//@ small

import java.util.concurrent.atomic.AtomicIntegerArray;

public class BarrierReused {
    static final int ROUNDS = 2;
    static final AtomicIntegerArray reached = new AtomicIntegerArray(2);
    static int arrived;
    static int round;

    static synchronized void await() throws InterruptedException {
        arrived++;
        if (arrived == 2) {
            arrived = 0;
            round++;
            BarrierReused.class.notifyAll();
            return;
        }
        int mine = round;
        while (round == mine) {
            BarrierReused.class.wait();
        }
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
