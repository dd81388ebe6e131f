// Two thousand virtual threads under a lock, and then one that is not.
//@ jdk 21+
//@ mechanism virtual threads: many threads

import java.util.concurrent.Semaphore;

public class VirtualTwoOfThousands {
    static int count;
    static int data;

    static synchronized void work() {
        count++;
    }

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[2000];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.startVirtualThread(VirtualTwoOfThousands::work);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Semaphore end = new Semaphore(0);
        Thread t = Thread.ofVirtual().unstarted(() -> {
            data++; //~ race VirtualTwoOfThousands.data
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        data++; //~ race VirtualTwoOfThousands.data
        end.release();
        t.join();
        System.out.println(count == 2000);
    }
}
