// Five philosophers take the fork with the smaller number first.
//@ mechanism explore: dining philosophers

import java.util.concurrent.atomic.AtomicInteger;

public class Philosophers5 {
    static final int COUNT = 5;
    static final Object[] forks = new Object[COUNT];
    static final AtomicInteger meals = new AtomicInteger();

    static void dine(int seat) {
        int left = seat;
        int right = (seat + 1) % COUNT;
        synchronized (forks[Math.min(left, right)]) {
            synchronized (forks[Math.max(left, right)]) {
                meals.incrementAndGet();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] philosophers = new Thread[COUNT];
        for (int i = 0; i < COUNT; i++) {
            int seat = i;
            forks[i] = new Object();
            philosophers[i] = new Thread(() -> dine(seat));
        }
        for (Thread philosopher : philosophers) {
            philosopher.start();
        }
        for (Thread philosopher : philosophers) {
            philosopher.join();
        }
        if (meals.get() != COUNT) {
            throw new AssertionError(meals + " meals");
        }
    }
}
