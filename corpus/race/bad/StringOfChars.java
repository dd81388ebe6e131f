// A String made of a shared char array reads it.
//@ mechanism bulk and indirect: new String and String.valueOf over an array

import java.util.concurrent.Semaphore;

public class StringOfChars {
    public static void main(String[] args) throws InterruptedException {
        char[] chars = {'a', 'b', 'c', 'd'}; //~ array chars
        char[] range = {'a', 'b', 'c', 'd'}; //~ array range
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            chars[1] = 'x'; //~ race chars[1]
            range[2] = 'x'; //~ race range[2]
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        String seen = new String(chars); //~ race chars[1]
        seen += String.valueOf(range, 2, 1); //~ race range[2]
        end.release();
        t.join();
        System.out.println(seen.length() == 5);
    }
}
