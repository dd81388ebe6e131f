// An atomic counter of free seats is read and then set: two threads may take the same seat.
//@ mechanism explore: atomic get, then set
//@ finds uncaught-exception

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

public class GetThenSet {
    static final AtomicInteger free = new AtomicInteger(2);
    static final AtomicIntegerArray guests = new AtomicIntegerArray(2);

    static void book() {
        if (free.get() > 0) {
            int seat = free.get() - 1;
            free.set(seat);
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
