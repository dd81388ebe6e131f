// A thread that a thread started, against the thread that started that one.
//@ mechanism thread basics: start of a thread

public class ThreadInThread {
    static int value;

    static void grandchild() {
        value = 2; //~ race ThreadInThread.value
    }

    static void child() {
        Thread t = new Thread(ThreadInThread::grandchild);
        t.start();
        try {
            t.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(ThreadInThread::child);
        t.start();
        value = 1; //~ race ThreadInThread.value
        t.join();
    }
}
