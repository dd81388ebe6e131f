// A permit that was acquired and is not released on the way that was taken.
//@ mechanism stuck programs: semaphores

import java.util.concurrent.Semaphore;

public class SemaphoreWithoutPermits {
    public static void main(String[] args) throws InterruptedException {
        Semaphore seats = new Semaphore(1);
        Thread guest = new Thread(() -> {
            seats.acquireUninterruptibly();
            if (seats.availablePermits() == 0) {
                return;
            }
            seats.release();
        });
        guest.start();
        guest.join();
        seats.acquire(); //~ waits all
    }
}
