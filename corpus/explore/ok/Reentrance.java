// A thread takes a monitor again that it has, waits inside, and gets it back as often as it had it.
//@ mechanism explore: re-entrance
//@ small

public class Reentrance {
    static boolean ready;
    static int depth;

    static synchronized void outer() {
        depth++;
        inner();
        depth--;
    }

    static synchronized void inner() {
        depth++;
        try {
            while (!ready) {
                Reentrance.class.wait();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        depth--;
    }

    static synchronized void provide() {
        synchronized (Reentrance.class) {
            ready = true;
            Reentrance.class.notify();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(Reentrance::outer);
        waiter.start();
        provide();
        waiter.join();
        if (depth != 0) {
            throw new AssertionError(depth);
        }
    }
}
