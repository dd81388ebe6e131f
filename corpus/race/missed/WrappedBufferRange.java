// Missed because: how the JDK copies a range out of the array behind a buffer differs from version to version;
// the array that is copied into is checked.
//@ mechanism bulk and indirect: ranges of buffers over an array

import java.nio.CharBuffer;
import java.util.concurrent.Semaphore;

public class WrappedBufferRange {
    public static void main(String[] args) throws InterruptedException {
        char[] chars = new char[16];
        CharBuffer text = CharBuffer.wrap(chars);
        char[] copy = new char[4];
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            chars[2] = 1;
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        text.get(copy);
        end.release();
        t.join();
        System.out.println(copy[2] <= 1);
    }
}
