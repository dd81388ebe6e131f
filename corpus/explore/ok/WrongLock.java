// A reader trusts that nothing changes while it has the lock, and the writer takes the same.
//@ mechanism explore: wrong lock
//@ small

public class WrongLock {
    static final Object lock = new Object();
    static final Object other = new Object();
    static volatile int value;

    static void read() {
        synchronized (lock) {
            int before = value;
            int after = value;
            if (before != after) {
                throw new AssertionError("changed under the lock");
            }
        }
    }

    static void write() {
        synchronized (lock) {
            value = value + 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread reader = new Thread(WrongLock::read);
        Thread writer = new Thread(WrongLock::write);
        reader.start();
        writer.start();
        reader.join();
        writer.join();
        synchronized (other) {
            if (value != 1) {
                throw new AssertionError(value);
            }
        }
    }
}
