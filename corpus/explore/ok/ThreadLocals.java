// Each thread has its own value, and a child inherits one.
//@ mechanism explore: thread locals

import java.util.concurrent.atomic.AtomicInteger;

public class ThreadLocals {
    static final AtomicInteger numbers = new AtomicInteger();
    static final ThreadLocal<Integer> own = ThreadLocal.withInitial(numbers::incrementAndGet);
    static final InheritableThreadLocal<String> inherited = new InheritableThreadLocal<>();
    static final AtomicInteger sum = new AtomicInteger();

    static void run() {
        int first = own.get();
        sum.addAndGet(first);
        if (own.get() != first || !"family".equals(inherited.get())) {
            throw new AssertionError(first + ", " + inherited.get());
        }
        own.remove();
    }

    public static void main(String[] args) throws InterruptedException {
        inherited.set("family");
        Thread one = new Thread(ThreadLocals::run);
        Thread two = new Thread(ThreadLocals::run);
        one.start();
        two.start();
        one.join();
        two.join();
        if (sum.get() != 3) {
            throw new AssertionError(sum);
        }
    }
}
