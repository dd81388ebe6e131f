// A static synchronized method and a block on the class literal use one monitor.
//@ mechanism thread basics: synchronized blocks
//@ mechanism thread basics: synchronized methods

public class LockOnClass {
    static int count;

    static synchronized void method() {
        count++;
    }

    static void block() {
        synchronized (LockOnClass.class) {
            count++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            for (int i = 0; i < 500; i++) {
                method();
            }
        });
        t.start();
        for (int i = 0; i < 500; i++) {
            block();
        }
        t.join();
        if (count != 1000) {
            throw new AssertionError(count);
        }
    }
}
