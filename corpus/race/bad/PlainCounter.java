// Two threads increment one counter without synchronisation.
//@ mechanism thread basics: start of a thread

import java.util.concurrent.CountDownLatch;

public class PlainCounter {
    static class Counter {
        int count;
    }

    public static void main(String[] args) throws InterruptedException {
        Counter counter = new Counter();
        CountDownLatch done = new CountDownLatch(2);
        Runnable work = () -> {
            counter.count++; //~ race Counter.count
            done.countDown();
        };
        // Both are alive until both have counted, so that no end of a thread precedes a start.
        Thread a = new Thread(() -> countAndMeet(work, done));
        Thread b = new Thread(() -> countAndMeet(work, done));
        a.start();
        b.start();
        a.join();
        b.join();
    }

    static void countAndMeet(Runnable work, CountDownLatch done) {
        work.run();
        try {
            done.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
