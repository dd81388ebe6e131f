// A thread waits for the result of a task with a monitor that the task wants.
//@ mechanism deadlocks: tasks and their results

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class FutureUnderLock {
    static final Object monitor = new Object();

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        synchronized (monitor) {
            Future<Integer> sum = pool.submit(() -> {
                synchronized (monitor) { //~ waits pair
                    return 1;
                }
            });
            System.out.println(sum.get()); //~ waits pair
        }
        pool.shutdown();
    }
}
