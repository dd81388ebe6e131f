// What was found before the hang is not lost: a race, and then a deadlock.
//@ mechanism deadlocks: findings before it

import java.util.concurrent.CountDownLatch;

public class AfterRace {
    static int counter;

    public static void main(String[] args) throws InterruptedException {
        Object left = new Object();
        Object right = new Object();
        CountDownLatch holds = new CountDownLatch(1);
        Thread other = new Thread(() -> {
            synchronized (left) {
                counter++; //~ race AfterRace.counter
                holds.countDown();
                synchronized (right) { //~ waits pair
                    throw new AssertionError();
                }
            }
        });
        synchronized (right) {
            other.start();
            counter++; //~ race AfterRace.counter
            holds.await();
            synchronized (left) { //~ waits pair
                throw new AssertionError();
            }
        }
    }
}
