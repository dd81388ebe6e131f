// An interface with a default method is initialised before a class that implements it. Its initialiser makes such an
// object, while another thread has locked that class and waits for the interface.
//@ mechanism deadlocks: class initialisation

import java.util.concurrent.Phaser;

public class ClassInitInterface {
    static final Phaser meeting = new Phaser(2);
    static final Phaser locked = new Phaser(2);

    interface Shape {
        int MADE = make();

        static int make() {
            meeting.arriveAndAwaitAdvance();
            locked.arriveAndAwaitAdvance();
            return new Square().size(); //~ waits pair
        }

        default int size() {
            return 1;
        }
    }

    /** Comes before the interface, when the class is locked already. */
    static class Base {
        static {
            locked.arriveAndAwaitAdvance();
        }
    }

    static class Square extends Base implements Shape {}

    public static void main(String[] args) {
        new Thread(() -> System.out.println(Shape.MADE)).start();
        meeting.arriveAndAwaitAdvance();
        System.out.println(new Square()); //~ waits pair
    }
}
