// Three thousand threads in turn that are never joined: their ends are seen by a monitor, too early.

public class ThreadsInTurn {
    static int count;
    static final Object lock = new Object();

    public static void main(String[] args) throws InterruptedException {
        for (int i = 1; i <= 3000; i++) {
            Thread t = new Thread(() -> {
                synchronized (lock) {
                    count++;
                    lock.notifyAll();
                }
            });
            t.start();
            synchronized (lock) {
                while (count < i) {
                    lock.wait();
                }
            }
        }
        System.out.println(count);
    }
}
