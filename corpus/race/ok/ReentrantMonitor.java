// A monitor entered twice is left only when it is left twice.
//@ mechanism thread basics: synchronized blocks

public class ReentrantMonitor {
    private int value;

    synchronized void outer() {
        value++;
        inner();
        value++;
    }

    synchronized void inner() {
        synchronized (this) {
            value++;
        }
        value++;
    }

    public static void main(String[] args) throws InterruptedException {
        ReentrantMonitor it = new ReentrantMonitor();
        Runnable work = () -> {
            for (int i = 0; i < 500; i++) {
                it.outer();
            }
        };
        Thread a = new Thread(work);
        Thread b = new Thread(work);
        a.start();
        b.start();
        a.join();
        b.join();
        if (it.value != 4000) {
            throw new AssertionError(it.value);
        }
    }
}
