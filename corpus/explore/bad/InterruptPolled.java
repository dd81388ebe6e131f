// A task looks only once whether it is to stop, which may be too early.
//@ mechanism explore: interrupts
//@ finds uncaught-exception
//@ small

public class InterruptPolled {
    static volatile boolean stopped;

    static void work() {
        if (Thread.currentThread().isInterrupted()) {
            stopped = true;
        }
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
