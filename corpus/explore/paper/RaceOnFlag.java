// Three threads race to be the first, but looking at the flag and clearing it are two steps: more than one
// may have been the first. Experiment 1 of Ricken's thesis, after the first one of ConTest.
//@ mechanism explore: race on a flag
//@ finds uncaught-exception

import java.util.concurrent.atomic.AtomicInteger;

public class RaceOnFlag {
    static final int RACERS = 3;
    static volatile boolean open = true;
    static final AtomicInteger winners = new AtomicInteger();

    static void race() {
        if (open) {
            open = false;
            winners.incrementAndGet();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] racers = new Thread[RACERS];
        for (int i = 0; i < RACERS; i++) {
            racers[i] = new Thread(RaceOnFlag::race);
        }
        for (Thread racer : racers) {
            racer.start();
        }
        for (Thread racer : racers) {
            racer.join();
        }
        if (winners.get() != 1) {
            throw new AssertionError(winners + " winners");
        }
    }
}
