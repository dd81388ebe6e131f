// A buffer that wraps an array is a view of it.
//@ mechanism bulk and indirect: buffers over an array

import java.nio.ByteBuffer;
import java.util.concurrent.Semaphore;

public class WrappedBuffer {
    public static void main(String[] args) throws InterruptedException {
        byte[] bytes = new byte[16]; //~ array bytes
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            buffer.put(3, (byte) 1); //~ race bytes[3]
            bytes[5] = 1; //~ race bytes[5]
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = bytes[3]; //~ race bytes[3]
        seen += buffer.get(5); //~ race bytes[5]
        end.release();
        t.join();
        System.out.println(seen <= 2);
    }
}
