// Three threads wait at one monitor, and notifyAll wakes them all.
//@ mechanism explore: notifyAll

public class ManyWaiters {
    static boolean open;
    static int through;

    static synchronized void pass() {
        try {
            while (!open) {
                ManyWaiters.class.wait();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        through++;
    }

    static synchronized void open() {
        open = true;
        ManyWaiters.class.notifyAll();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(ManyWaiters::pass);
            threads[i].start();
        }
        open();
        for (Thread thread : threads) {
            thread.join();
        }
        if (through != 3) {
            throw new AssertionError(through);
        }
    }
}
