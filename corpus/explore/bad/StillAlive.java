// A thread that was just started is taken to be alive.
//@ mechanism explore: the end of a thread
//@ finds uncaught-exception
//@ small

public class StillAlive {
    public static void main(String[] args) throws InterruptedException {
        Thread task = new Thread(() -> {});
        task.start();
        if (!task.isAlive()) {
            throw new AssertionError("over already");
        }
        task.join();
    }
}
