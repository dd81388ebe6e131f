// Two threads append to one StringBuilder.
//@ mechanism collections: StringBuilder

import java.util.concurrent.Semaphore;

public class UnsynchronizedStringBuilder {
    public static void main(String[] args) throws InterruptedException {
        StringBuilder text = new StringBuilder(100);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            text.append('a'); //~ race contents:StringBuilder
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        text.append('b'); //~ race contents:StringBuilder
        end.release();
        t.join();
        System.out.println(text.length() <= 2);
    }
}
