// Threads park, and who would unpark them has ended.
//@ mechanism stuck programs: park

import java.util.concurrent.locks.LockSupport;

public class ParkWithoutUnpark {
    static volatile boolean ready;

    static void await() {
        while (!ready) {
            LockSupport.park(); //~ waits all*2
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread sleeper = new Thread(ParkWithoutUnpark::await);
        sleeper.start();
        Thread ended = new Thread(() -> LockSupport.unpark(sleeper));
        ended.start();
        ended.join();
        await();
    }
}
