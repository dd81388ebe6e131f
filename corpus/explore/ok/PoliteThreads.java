// Two diners with one spoon. The one that has it gives it away if the other one is hungry, but only once.
//@ mechanism explore: livelock

import java.util.concurrent.atomic.AtomicIntegerArray;

public class PoliteThreads {
    static final AtomicIntegerArray hungry = new AtomicIntegerArray(2);
    static volatile int owner;
    static volatile int meals;

    static void dine(int me) {
        int other = 1 - me;
        boolean gaveWay = false;
        hungry.set(me, 1);
        while (hungry.get(me) == 1) {
            if (owner != me) {
                Thread.yield();
            } else if (!gaveWay && hungry.get(other) == 1) {
                gaveWay = true;
                owner = other;
            } else {
                meals = meals + 1;
                hungry.set(me, 0);
                owner = other;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        // Alone, each of them gets a meal.
        dine(0);
        dine(1);
        Thread one = new Thread(() -> dine(0));
        Thread two = new Thread(() -> dine(1));
        one.start();
        two.start();
        one.join();
        two.join();
        if (meals != 4) {
            throw new AssertionError(meals + " meals");
        }
    }
}
