// A lock that draws each ticket once.
//@ mechanism explore: ticket lock

import java.util.concurrent.atomic.AtomicInteger;

public class TicketLock {
    static final AtomicInteger next = new AtomicInteger();
    static volatile int serving;
    static final AtomicInteger inside = new AtomicInteger();

    static void run() {
        int mine = next.getAndIncrement();
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
