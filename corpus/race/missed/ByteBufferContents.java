// Missed because: a buffer's bytes are accessed by code of the JDK, and direct ones are not in the heap.
//@ mechanism bulk and indirect: direct buffers

import java.nio.ByteBuffer;

public class ByteBufferContents {
    public static void main(String[] args) throws InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(16);
        Thread t = new Thread(() -> buffer.put(3, (byte) 1));
        t.start();
        buffer.put(3, (byte) 2);
        t.join();
        System.out.println(buffer.get(3) > 0);
    }
}
