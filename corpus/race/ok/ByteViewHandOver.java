// Views of bytes as longs: release and acquire on the same place of a direct buffer publish.
//@ mechanism memory modes: VarHandle on byte views

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

public class ByteViewHandOver {
    static int data;
    static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    public static void main(String[] args) throws InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(64).alignedSlice(8);
        Thread t = new Thread(() -> {
            data = 5;
            LONGS.setRelease(buffer, 16, 1L);
        });
        t.start();
        while ((long) LONGS.getAcquire(buffer, 16) == 0) {
            Thread.onSpinWait();
        }
        if (data != 5) {
            throw new AssertionError(data);
        }
        t.join();
    }
}
