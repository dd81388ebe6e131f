// A task looks again and again whether it is to stop, and does nothing else.
//@ mechanism explore: interrupts

public class InterruptPolled {
    static volatile boolean stopped;

    static void work() {
        while (!Thread.currentThread().isInterrupted()) {
            // Nothing to do.
        }
        stopped = Thread.interrupted();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread task = new Thread(InterruptPolled::work);
        task.start();
        task.interrupt();
        task.join();
        if (!stopped) {
            throw new AssertionError("not stopped");
        }
    }
}
