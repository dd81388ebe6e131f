// Threads of a group of their own.
//@ mechanism thread basics: start of a thread

import java.util.concurrent.CountDownLatch;

public class InThreadGroup {
    static int value;
    static final CountDownLatch done = new CountDownLatch(2);

    static void work() {
        value++; //~ race InThreadGroup.value
        done.countDown();
        try {
            done.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        ThreadGroup group = new ThreadGroup("group");
        Thread a = new Thread(group, InThreadGroup::work, "a");
        Thread b = new Thread(group, InThreadGroup::work, "b");
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
