// Missed because: where many schedules run in one JVM, main is a thread that goes on to the next one, so nobody can
// join it (--each-process can). Main ends before the thread that it has started.
//@ mechanism explore: main ends first
//@ small

public class MainEndsFirst {
    static volatile int steps;

    static void awaitMain(Thread main) {
        try {
            main.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        if (steps != 1) {
            throw new AssertionError(steps);
        }
    }

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> awaitMain(main)).start();
        steps = 1;
    }
}
