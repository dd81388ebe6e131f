// Two threads count under one lock, and a third under another: one update may be lost.
//@ mechanism explore: wrong lock
//@ finds uncaught-exception

public class WrongLock3 {
    static final Object lock = new Object();
    static final Object other = new Object();
    static volatile int count;

    static void increment(Object monitor) {
        synchronized (monitor) {
            count = count + 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(() -> increment(lock));
        Thread two = new Thread(() -> increment(lock));
        Thread three = new Thread(() -> increment(other));
        one.start();
        two.start();
        three.start();
        one.join();
        two.join();
        three.join();
        synchronized (other) {
            if (count != 3) {
                throw new AssertionError("counted " + count);
            }
        }
    }
}
