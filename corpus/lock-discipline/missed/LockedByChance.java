// Missed because: both callers happen to hold a lock for another purpose. The method that writes takes none,
// and the next caller may not either.
//@ mechanism lock discipline: order by chance

public class LockedByChance {
    static final Object log = new Object();
    static int shared;

    static void count() {
        shared++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (log) {
                count();
            }
        });
        other.start();
        synchronized (log) {
            count();
        }
        other.join();
    }
}
