// InterruptedException out of wait() comes after interrupt().
//@ mechanism thread basics: interrupts

public class InterruptWait {
    static final Object lock = new Object();
    static int data;
    static int seen;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            try {
                synchronized (lock) {
                    while (true) {
                        lock.wait();
                    }
                }
            } catch (InterruptedException e) {
                seen = data;
            }
        });
        t.start();
        data = 1;
        t.interrupt();
        t.join();
        if (seen != 1) {
            throw new AssertionError(seen);
        }
    }
}
