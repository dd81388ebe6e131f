// A thread that needs a subclass has it locked while the superclass is initialised. In there it needs a class whose
// initialiser needs the subclass.
//@ mechanism deadlocks: class initialisation

import java.util.concurrent.Phaser;

public class ClassInitSuperclass {
    static final Phaser meeting = new Phaser(2);

    static class Base {
        static {
            meeting.arriveAndAwaitAdvance();
            System.out.println(Other.value); //~ waits pair
        }
    }

    static class Middle extends Base {}

    static class Sub extends Middle {
        static int value = 1;
    }

    static class Other {
        static int value;

        static {
            meeting.arriveAndAwaitAdvance();
            value = Sub.value; //~ waits pair
        }
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(Sub.value)).start();
        System.out.println(Other.value);
    }
}
