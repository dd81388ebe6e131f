// Eight threads in a ring, all at the same place.
//@ mechanism deadlocks: monitors

import java.util.concurrent.Phaser;

public class EightThreads {
    static final int PHILOSOPHERS = 8;
    static final Phaser meeting = new Phaser(PHILOSOPHERS);

    static void eat(Object left, Object right) {
        synchronized (left) {
            meeting.arriveAndAwaitAdvance();
            synchronized (right) { //~ waits ring*8
                throw new AssertionError();
            }
        }
    }

    public static void main(String[] args) {
        Object[] forks = new Object[PHILOSOPHERS];
        for (int i = 0; i < PHILOSOPHERS; i++) {
            forks[i] = new Object();
        }
        for (int i = 0; i < PHILOSOPHERS; i++) {
            Object left = forks[i];
            Object right = forks[(i + 1) % PHILOSOPHERS];
            new Thread(() -> eat(left, right), "philosopher-" + i).start();
        }
    }
}
