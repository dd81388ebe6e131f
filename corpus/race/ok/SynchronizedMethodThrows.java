// A synchronized method and a synchronized block that are left by an exception leave their monitor.
//@ mechanism thread basics: synchronized methods

public class SynchronizedMethodThrows {
    private int count;

    synchronized void method() {
        count++;
        if (count % 2 == 1) {
            throw new IllegalStateException();
        }
        count++;
    }

    void block() {
        synchronized (this) {
            count++;
            Object[] none = new Object[0];
            none[count] = this;
        }
    }

    static void work(SynchronizedMethodThrows it) {
        for (int i = 0; i < 300; i++) {
            try {
                it.method();
            } catch (IllegalStateException e) {
                // as planned
            }
            try {
                it.block();
            } catch (ArrayIndexOutOfBoundsException e) {
                // as planned
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        SynchronizedMethodThrows it = new SynchronizedMethodThrows();
        Thread a = new Thread(() -> work(it));
        Thread b = new Thread(() -> work(it));
        a.start();
        b.start();
        a.join();
        b.join();
        if (Thread.holdsLock(it) || it.count < 1200) {
            throw new AssertionError(it.count);
        }
    }
}
