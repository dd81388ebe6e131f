// Main ends before the thread that it has started, which waits for that.
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
