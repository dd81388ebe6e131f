// Lazy initialisation without any lock.
//@ sites vary
//@ mechanism thread basics: lazy initialisation

import java.util.concurrent.CountDownLatch;

public class LazyInit {
    private Object made;
    private final CountDownLatch done = new CountDownLatch(2);

    void make() {
        if (made == null) { //~ race LazyInit.made
            made = new Object(); //~ race LazyInit.made
        }
    }

    void work() {
        make();
        done.countDown();
        try {
            done.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        LazyInit lazy = new LazyInit();
        Thread a = new Thread(lazy::work);
        Thread b = new Thread(lazy::work);
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
