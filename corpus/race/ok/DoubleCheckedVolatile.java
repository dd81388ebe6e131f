// Double-checked locking with a volatile field.
//@ mechanism thread basics: lazy initialisation

public class DoubleCheckedVolatile {
    static class Service {
        int port;

        Service() {
            port = 80;
        }
    }

    static volatile Service instance;

    static Service get() {
        Service s = instance;
        if (s == null) {
            synchronized (DoubleCheckedVolatile.class) {
                s = instance;
                if (s == null) {
                    s = new Service();
                    instance = s;
                }
            }
        }
        return s;
    }

    public static void main(String[] args) throws InterruptedException {
        Runnable look = () -> {
            if (get().port != 80) {
                throw new AssertionError();
            }
        };
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(look);
        }
        for (Thread t : threads) {
            t.start();
        }
        for (Thread t : threads) {
            t.join();
        }
    }
}
