// A buffer writes an int into the bytes of an array.
//@ mechanism bulk and indirect: buffers over an array

import java.nio.ByteBuffer;
import java.util.concurrent.Semaphore;

public class WrappedBufferBulk {
    public static void main(String[] args) throws InterruptedException {
        byte[] bytes = new byte[16]; //~ array bytes
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            buffer.putInt(4, -1); //~ race bytes[6]
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = bytes[6]; //~ race bytes[6]
        end.release();
        t.join();
        System.out.println(seen <= 0);
    }
}
