// Owner and thief may both get the last task: the owner takes it without asking whether a thief is at it.
//@ mechanism explore: work stealing
//@ finds uncaught-exception

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicIntegerArray;

public class WorkStealing {
    static final int TASKS = 2;
    static final AtomicIntegerArray runs = new AtomicIntegerArray(TASKS);
    static final AtomicInteger top = new AtomicInteger();
    static volatile int bottom = TASKS;

    static int take() {
        int last = bottom - 1;
        bottom = last;
        int first = top.get();
        if (first > last) {
            bottom = last + 1;
            return -1;
        }
        if (first == last) {
            bottom = last + 1;
            top.set(last + 1);
        }
        return last;
    }

    static int steal() {
        int first = top.get();
        if (first >= bottom) {
            return -1;
        }
        return top.compareAndSet(first, first + 1) ? first : -1;
    }

    static void run(int task) {
        if (task >= 0 && runs.incrementAndGet(task) > 1) {
            throw new AssertionError("task " + task + " runs twice");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread thief = new Thread(() -> run(steal()));
        thief.start();
        for (int i = 0; i < TASKS; i++) {
            run(take());
        }
        thief.join();
        if (runs.get(0) != 1 || runs.get(1) != 1) {
            throw new AssertionError("ran " + runs);
        }
    }
}
