// Two classes whose initialisers need each other, first used by two threads at the same time.
//@ mechanism deadlocks: class initialisation

import java.util.concurrent.Phaser;

public class ClassInitCycle {
    static final Phaser meeting = new Phaser(2);

    static class Left {
        static final int value;

        static {
            meeting.arriveAndAwaitAdvance();
            value = Right.value + 1; //~ waits pair
        }
    }

    static class Right {
        static final int value;

        static {
            meeting.arriveAndAwaitAdvance();
            value = Left.value + 1; //~ waits pair
        }
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(Left.value)).start();
        System.out.println(Right.value);
    }
}
