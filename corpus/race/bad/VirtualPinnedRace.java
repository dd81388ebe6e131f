// A virtual thread blocks inside synchronized; who locks another object is not ordered with it.
//@ jdk 21+
//@ mechanism virtual threads: blocking inside synchronized

import java.util.concurrent.Semaphore;

public class VirtualPinnedRace {
    static final Object mine = new Object();
    static final Object yours = new Object();
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Semaphore end = new Semaphore(0);
        Thread t = Thread.ofVirtual().unstarted(() -> {
            synchronized (mine) {
                data++; //~ race VirtualPinnedRace.data
                end.acquireUninterruptibly();
            }
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        synchronized (yours) {
            data++; //~ race VirtualPinnedRace.data
        }
        end.release();
        t.join();
    }
}
