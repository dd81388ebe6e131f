// A thread that has a monitor needs a subclass; the initialiser of the superclass wants that monitor.
//@ mechanism deadlocks: class initialisation

import java.util.concurrent.Phaser;

public class ClassInitBehindMonitor {
    static final Phaser meeting = new Phaser(2);
    static final Object monitor = new Object();

    static class Base {
        static int size;

        static {
            meeting.arriveAndAwaitAdvance();
            synchronized (monitor) { //~ waits pair
                size = 1;
            }
        }
    }

    static class Sub extends Base {}

    public static void main(String[] args) {
        new Thread(() -> System.out.println(Base.size)).start();
        synchronized (monitor) {
            meeting.arriveAndAwaitAdvance();
            System.out.println(new Sub()); //~ waits pair
        }
    }
}
