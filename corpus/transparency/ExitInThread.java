// System.exit in a thread, while the main thread waits for ever.

public class ExitInThread {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        new Thread(() -> {
            System.out.println("leaving");
            System.exit(3);
        }).start();
        synchronized (lock) {
            while (true) {
                lock.wait();
            }
        }
    }
}
