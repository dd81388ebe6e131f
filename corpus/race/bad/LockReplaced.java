// The lock is a field that gets a new object: the threads lock different ones.
//@ mechanism thread basics: synchronized blocks

public class LockReplaced {
    static volatile Object lock = new Object();
    static int count;

    static void increment(Object held) {
        synchronized (held) {
            count++; //~ race LockReplaced.count
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Object old = lock;
        Thread t = new Thread(() -> increment(old));
        lock = new Object();
        t.start();
        increment(lock);
        t.join();
    }
}
