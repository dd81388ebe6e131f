// Main ends while daemon threads wait and spin.
//@ mechanism explore: daemon threads

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

public class DaemonLeft {
    static final LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
    static final AtomicInteger sum = new AtomicInteger();

    static void serve() {
        try {
            while (true) {
                sum.addAndGet(queue.take());
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void watch() {
        while (sum.get() >= 0) {
            Thread.yield();
        }
    }

    public static void main(String[] args) {
        Thread server = new Thread(DaemonLeft::serve);
        Thread watcher = new Thread(DaemonLeft::watch);
        server.setDaemon(true);
        watcher.setDaemon(true);
        server.start();
        watcher.start();
        queue.add(1);
        queue.add(2);
    }
}
