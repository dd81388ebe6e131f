// A buffer writes an int into the bytes of an array, and reads a range of another one.
//@ mechanism bulk and indirect: buffers over an array

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.util.concurrent.Semaphore;

public class WrappedBufferBulk {
    public static void main(String[] args) throws InterruptedException {
        byte[] bytes = new byte[16]; //~ array bytes
        char[] chars = new char[16]; //~ array chars
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        CharBuffer text = CharBuffer.wrap(chars);
        char[] copy = new char[4];
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            buffer.putInt(4, -1); //~ race bytes[6]
            chars[2] = 1; //~ race chars[2]
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = bytes[6]; //~ race bytes[6]
        text.get(copy); //~ race chars[2]
        end.release();
        t.join();
        System.out.println(seen <= 0 && copy[2] <= 1);
    }
}
