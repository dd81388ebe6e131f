// A thread makes a String of a StringBuilder that another one changes.
//@ mechanism collections: StringBuilder

import java.util.concurrent.Semaphore;

public class StringBuilderReadAndSet {
    public static void main(String[] args) throws InterruptedException {
        StringBuilder text = new StringBuilder("abc");
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            text.setCharAt(1, 'x'); //~ race contents:StringBuilder
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        String seen = text.toString(); //~ race contents:StringBuilder
        end.release();
        t.join();
        System.out.println(seen.length() == 3);
    }
}
