// Whether a thread is alive is asked after it was joined.
//@ mechanism explore: the end of a thread
//@ small

public class StillAlive {
    public static void main(String[] args) throws InterruptedException {
        Thread task = new Thread(() -> {});
        task.start();
        boolean was = task.isAlive();
        task.join();
        if (task.isAlive() || task.getState() != Thread.State.TERMINATED) {
            throw new AssertionError("not over, and was it alive? " + was);
        }
    }
}
