// A class initialiser wants a monitor of a thread that needs the class.
//@ mechanism deadlocks: class initialisation

import java.util.concurrent.Phaser;

public class ClassInitAndLock {
    static final Phaser meeting = new Phaser(2);
    static final Object monitor = new Object();

    static class Settings {
        static int size;

        static {
            meeting.arriveAndAwaitAdvance();
            synchronized (monitor) { //~ waits pair
                size = 1;
            }
        }
    }

    public static void main(String[] args) {
        new Thread(() -> System.out.println(Settings.size)).start();
        synchronized (monitor) {
            meeting.arriveAndAwaitAdvance();
            System.out.println(Settings.size); //~ waits pair
        }
    }
}
