// One thread takes two locks in both orders, and no other thread takes both.
//@ mechanism lock order: one thread

public class SameThread {
    public static void main(String[] args) throws InterruptedException {
        Object left = new Object();
        Object right = new Object();
        Thread other = new Thread(() -> {
            for (int round = 0; round < 100; round++) {
                synchronized (left) {
                    Thread.onSpinWait();
                }
                synchronized (right) {
                    Thread.onSpinWait();
                }
            }
        });
        other.start();
        for (int round = 0; round < 100; round++) {
            synchronized (left) {
                synchronized (right) {
                    Thread.onSpinWait();
                }
            }
            synchronized (right) {
                synchronized (left) {
                    Thread.onSpinWait();
                }
            }
        }
        other.join();
    }
}
