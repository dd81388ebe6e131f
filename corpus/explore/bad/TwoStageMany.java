// The values of two variables belong together, and are changed under two locks, one after the other. Many threads do
// so, and one must read between the stages of the first.
//@ mechanism explore: two stages
//@ finds uncaught-exception
//@ options --strategy stall

public class TwoStageMany {
    static final Object first = new Object();
    static final Object second = new Object();
    static int data;
    static int twice;

    static void change() {
        synchronized (first) {
            data = 1;
        }
        synchronized (second) {
            twice = 2;
        }
    }

    static void read() {
        int seen;
        synchronized (first) {
            seen = data;
        }
        if (seen == 0) return;
        synchronized (second) {
            if (twice != 2 * seen) throw new AssertionError(seen + ", " + twice);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] writers = new Thread[150];
        for (int i = 0; i < writers.length; i++) {
            writers[i] = new Thread(TwoStageMany::change);
            writers[i].start();
        }
        Thread reader = new Thread(TwoStageMany::read);
        reader.start();
        for (Thread writer : writers) {
            writer.join();
        }
        reader.join();
    }
}
