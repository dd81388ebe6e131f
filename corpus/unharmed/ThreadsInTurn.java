// Three thousand threads in turn that nobody joins: their ends are learnt of by a monitor, too early.

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
