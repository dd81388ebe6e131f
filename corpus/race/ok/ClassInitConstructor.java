// A class is initialised by one thread and instantiated by another, which reads static state.
//@ mechanism thread basics: class initialisation

public class ClassInitConstructor {
    static class Widget {
        static int defaultSize;
        static StringBuilder log;

        static {
            defaultSize = 12;
            log = new StringBuilder("x");
        }

        final int size;

        Widget() {
            size = defaultSize + log.length();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Runnable make = () -> {
            if (new Widget().size != 13) {
                throw new AssertionError();
            }
        };
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(make);
        }
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
    }
}
