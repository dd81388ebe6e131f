// wait releases a monitor that was entered three times, and takes it three times again.
//@ mechanism thread basics: wait and notify

public class WaitReentrant {
    private int value;
    private boolean ready;

    synchronized void waitDeep(int depth) throws InterruptedException {
        if (depth > 0) {
            waitDeep(depth - 1);
        } else {
            while (!ready) {
                wait();
            }
        }
        value++;
    }

    public static void main(String[] args) throws InterruptedException {
        WaitReentrant it = new WaitReentrant();
        Thread t = new Thread(() -> {
            try {
                it.waitDeep(2);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        t.start();
        synchronized (it) {
            it.value += 10;
            it.ready = true;
            it.notifyAll();
        }
        synchronized (it) {
            it.value += 10;
        }
        t.join();
        if (it.value != 23) {
            throw new AssertionError(it.value);
        }
    }
}
