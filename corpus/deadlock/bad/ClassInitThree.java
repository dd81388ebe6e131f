// The initialisers of an enum, of a class nested in it and of a third class need each other in a ring.
//@ mechanism deadlocks: class initialisation

import java.util.concurrent.Phaser;

public class ClassInitThree {
    static final Phaser meeting = new Phaser(3);

    enum Colour {
        RED {
            @Override
            int code() {
                return 1;
            }
        };

        abstract int code();

        static {
            meeting.arriveAndAwaitAdvance();
            Table.codes[0] = RED.code(); //~ waits ring
        }

        static class Table {
            static final int[] codes = new int[1];

            static {
                meeting.arriveAndAwaitAdvance();
                codes[0] = Third.value; //~ waits ring
            }
        }
    }

    static class Third {
        static int value;

        static {
            meeting.arriveAndAwaitAdvance();
            value = Colour.RED.code(); //~ waits ring
        }
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(Colour.RED)).start();
        new Thread(() -> System.out.println(Colour.Table.codes.length)).start();
        System.out.println(Third.value);
    }
}
