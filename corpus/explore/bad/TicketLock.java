// A lock that draws its tickets in two steps: two threads may draw the same one, and both are served. If the one
// counts up after the other, a number is left out and no thread is served any more.
//@ mechanism explore: ticket lock
//@ finds livelock
//@ finds uncaught-exception

import java.util.concurrent.atomic.AtomicInteger;

public class TicketLock {
    static volatile int next;
    static volatile int serving;
    static final AtomicInteger inside = new AtomicInteger();

    static void run() {
        int mine = next;
        next = mine + 1;
        while (serving != mine) {
            Thread.onSpinWait();
        }
        if (inside.incrementAndGet() != 1) {
            throw new AssertionError("both are inside");
        }
        inside.decrementAndGet();
        serving = mine + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(TicketLock::run);
        Thread two = new Thread(TicketLock::run);
        one.start();
        two.start();
        one.join();
        two.join();
    }
}
