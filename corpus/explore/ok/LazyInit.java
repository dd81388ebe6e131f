// Looks a second time under the lock before it makes the instance.
//@ mechanism explore: lazy initialisation
//@ small

import java.util.concurrent.atomic.AtomicInteger;

public class LazyInit {
    static final AtomicInteger made = new AtomicInteger();
    static volatile LazyInit instance;

    LazyInit() {
        made.incrementAndGet();
    }

    static LazyInit get() {
        if (instance == null) {
            synchronized (LazyInit.class) {
                if (instance == null) {
                    instance = new LazyInit();
                }
            }
        }
        return instance;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(LazyInit::get);
        Thread two = new Thread(LazyInit::get);
        one.start();
        two.start();
        one.join();
        two.join();
        if (made.get() != 1) {
            throw new AssertionError("made " + made + " times");
        }
    }
}
