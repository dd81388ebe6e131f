// A thread ends by an exception after its access; the race is there all the same.
//@ mechanism lifetimes: uncaught exceptions and their handlers

public class UncaughtException {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            value = 1; //~ race UncaughtException.value
            throw new IllegalStateException("on purpose");
        });
        t.setUncaughtExceptionHandler((thread, e) -> {});
        t.start();
        value = 2; //~ race UncaughtException.value
        t.join();
    }
}
