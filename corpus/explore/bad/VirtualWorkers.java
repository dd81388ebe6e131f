// Virtual threads that sleep between reading a sum and writing it.
//@ mechanism explore: virtual threads
//@ finds uncaught-exception
//@ jdk 21+

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class VirtualWorkers {
    static final Object READY = new Object();
    static volatile int sum;
    static int ready;

    static Void work() throws InterruptedException {
        int before = sum;
        Thread.sleep(5);
        sum = before + 1;
        synchronized (READY) {
            ready++;
            READY.notifyAll();
        }
        return null;
    }

    public static void main(String[] args) throws Exception {
        try (ExecutorService workers = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 4; i++) {
                workers.submit(VirtualWorkers::work);
            }
            synchronized (READY) {
                while (ready < 4) {
                    READY.wait();
                }
            }
        }
        if (sum != 4) {
            throw new AssertionError(sum);
        }
    }
}
