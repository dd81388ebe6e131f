// Double-checked locking without volatile: the loser's first look races with the winner's write.
//@ sites vary
//@ mechanism thread basics: lazy initialisation

import java.util.concurrent.CountDownLatch;

public class DoubleChecked {
    static Object instance;
    static final CountDownLatch done = new CountDownLatch(2);

    static Object get() {
        if (instance == null) { //~ race DoubleChecked.instance
            synchronized (DoubleChecked.class) {
                if (instance == null) {
                    instance = new Object(); //~ race DoubleChecked.instance
                }
            }
        }
        return instance; //~ race DoubleChecked.instance
    }

    static void work() {
        get();
        done.countDown();
        try {
            done.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread a = new Thread(DoubleChecked::work);
        Thread b = new Thread(DoubleChecked::work);
        a.start();
        b.start();
        a.join();
        b.join();
    }
}
