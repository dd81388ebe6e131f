//@ jdk 21+
// Virtual threads: start, join, locks and blocking queues order as they do for platform threads.
//@ mechanism virtual threads: start and join

import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class VirtualThreadsJoined {
    static int count;
    static int locked;
    static final Object lock = new Object();

    public static void main(String[] args) throws Exception {
        for (int i = 0; i < 200; i++) {
            Thread t = Thread.ofVirtual().start(() -> count++);
            t.join();
        }
        Thread[] threads = new Thread[200];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.startVirtualThread(() -> {
                synchronized (lock) {
                    locked++;
                }
                Thread.yield();
                synchronized (lock) {
                    locked++;
                }
            });
        }
        for (Thread t : threads) {
            t.join();
        }
        ArrayBlockingQueue<int[]> queue = new ArrayBlockingQueue<>(1);
        int sum = 0;
        try (ExecutorService pool = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> producer = pool.submit(() -> {
                for (int i = 0; i < 100; i++) {
                    int[] item = new int[1];
                    item[0] = i;
                    queue.put(item);
                }
                return null;
            });
            for (int i = 0; i < 100; i++) {
                sum += queue.take()[0];
            }
            producer.get();
        }
        if (count != 200 || locked != 400 || sum != 4950) {
            throw new AssertionError(count + " " + locked + " " + sum);
        }
    }
}
