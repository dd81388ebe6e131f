// A pair is written in two stages, each under its lock. A reader between the stages sees half of it.
//@ mechanism explore: two stages
//@ finds uncaught-exception

public class TwoStage {
    static final Object firstLock = new Object();
    static final Object secondLock = new Object();
    static int first;
    static int second;

    static void write() {
        synchronized (firstLock) {
            first = 1;
        }
        synchronized (secondLock) {
            second = 2;
        }
    }

    static void read() {
        int one;
        int two;
        synchronized (firstLock) {
            one = first;
        }
        synchronized (secondLock) {
            two = second;
        }
        if (one == 1 && two != 2) {
            throw new AssertionError("half of the pair");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread writer = new Thread(TwoStage::write);
        Thread reader = new Thread(TwoStage::read);
        writer.start();
        reader.start();
        writer.join();
        reader.join();
    }
}
