// Lazy initialisation without any lock.
//@ sites vary
//@ mechanism thread basics: lazy initialisation

import java.util.concurrent.CountDownLatch;

public class LazyInit {
    private String text;
    private final CountDownLatch done = new CountDownLatch(2);

    String text() {
        if (text == null) { //~ race LazyInit.text
            text = "made"; //~ race LazyInit.text
        }
        return "made";
    }

    void work() {
        text();
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
