// Threads of a group, with names and priorities; one is interrupted by its group.
//@ mechanism explore: thread groups

public class ThreadGroups {
    static volatile boolean interrupted;

    static void await() {
        Object lock = new Object();
        synchronized (lock) {
            try {
                while (true) {
                    lock.wait();
                }
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("workers");
        Thread waiter = new Thread(group, ThreadGroups::await, "waiter");
        waiter.setPriority(Thread.MIN_PRIORITY);
        waiter.start();
        if (waiter.getThreadGroup() != group || group.activeCount() != 1) {
            throw new AssertionError(group);
        }
        group.interrupt();
        waiter.join();
        if (!interrupted || waiter.getState() != Thread.State.TERMINATED) {
            throw new AssertionError(waiter.getState());
        }
    }
}
