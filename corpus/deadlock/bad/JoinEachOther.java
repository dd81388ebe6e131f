// Two threads wait for each other's end.
//@ mechanism deadlocks: join

import java.util.concurrent.Phaser;

public class JoinEachOther {
    static final Phaser meeting = new Phaser(2);
    static final Thread[] both = new Thread[2];

    static void last(int other) {
        meeting.arriveAndAwaitAdvance();
        try {
            both[other].join(); //~ waits pair*2
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) {
        both[0] = new Thread(() -> last(1));
        both[1] = new Thread(() -> last(0));
        both[0].start();
        both[1].start();
    }
}
