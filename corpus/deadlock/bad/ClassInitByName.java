// Two classes whose initialisers need each other, one of them by its name.
//@ mechanism deadlocks: class initialisation

import java.util.concurrent.Phaser;

public class ClassInitByName {
    static final Phaser meeting = new Phaser(2);

    static class Left {
        static int value;

        static {
            meeting.arriveAndAwaitAdvance();
            try {
                Class.forName("ClassInitByName$Right"); //~ waits pair
            } catch (ClassNotFoundException e) {
                throw new AssertionError(e);
            }
        }
    }

    static class Right {
        static int value;

        static {
            meeting.arriveAndAwaitAdvance();
            value = Left.value; //~ waits pair
        }
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(Left.value)).start();
        System.out.println(Right.value);
    }
}
