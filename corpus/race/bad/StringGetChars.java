// getChars writes into a shared array.
//@ mechanism bulk and indirect: String.getChars

import java.util.concurrent.Semaphore;

public class StringGetChars {
    public static void main(String[] args) throws InterruptedException {
        char[] chars = new char[8]; //~ array chars
        char[] more = new char[8]; //~ array more
        StringBuilder builder = new StringBuilder("text");
        // The first use of a class loads it, under locks of the JDK: not while there are two threads.
        "text".getChars(0, 1, chars, 0);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            "text".getChars(0, 4, chars, 2); //~ race chars[3]
            builder.getChars(0, 4, more, 0); //~ race more[3]
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = chars[3]; //~ race chars[3]
        seen += more[3]; //~ race more[3]
        end.release();
        t.join();
        System.out.println(seen >= 0);
    }
}
