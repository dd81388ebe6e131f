// isDone() that says no, and get() that ends by its time limit, order nothing.
//@ mechanism java.util.concurrent: Future and FutureTask

import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class FutureNotDone {
    static int data;

    static boolean inTime(FutureTask<?> task) throws Exception {
        try {
            task.get(1, TimeUnit.MILLISECONDS);
            return true;
        } catch (TimeoutException e) {
            return false;
        }
    }

    public static void main(String[] args) throws Exception {
        Semaphore go = new Semaphore(0);
        FutureTask<Integer> task = new FutureTask<>(() -> {
            data = 1; //~ race FutureNotDone.data
            go.acquireUninterruptibly();
            return 1;
        });
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            task.run();
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        boolean done = task.isDone() || inTime(task);
        int seen = data; //~ race FutureNotDone.data
        go.release();
        end.release();
        t.join();
        System.out.println(!done && seen <= 1);
    }
}
