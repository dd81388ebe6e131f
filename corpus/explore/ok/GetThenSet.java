// An atomic counter of free seats is changed in one step.
//@ mechanism explore: atomic get, then set
//@ small

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

public class GetThenSet {
    static final AtomicInteger free = new AtomicInteger(2);
    static final AtomicIntegerArray guests = new AtomicIntegerArray(2);

    static void book() {
        int seat = free.getAndUpdate(n -> Math.max(n - 1, 0)) - 1;
        if (seat >= 0) {
            guests.incrementAndGet(seat);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(GetThenSet::book);
        Thread two = new Thread(GetThenSet::book);
        one.start();
        two.start();
        one.join();
        two.join();
        if (guests.get(0) != 1 || guests.get(1) != 1) {
            throw new AssertionError("guests: " + guests);
        }
    }
}
