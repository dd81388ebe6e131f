// Release on one place of a byte buffer, acquire on another: nothing is ordered.
//@ mechanism memory modes: VarHandle on byte views

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.concurrent.Semaphore;

public class ByteViewOtherPlace {
    static int data;
    static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

    static void publish(ByteBuffer buffer) {
        LONGS.setRelease(buffer, 16, 1L);
    }

    static long look(ByteBuffer buffer) {
        return (long) LONGS.getAcquire(buffer, 24);
    }

    public static void main(String[] args) throws InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(64).alignedSlice(8);
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        publish(buffer);
        look(buffer);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            data = 1; //~ race ByteViewOtherPlace.data
            publish(buffer);
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        long other = look(buffer);
        int seen = data; //~ race ByteViewOtherPlace.data
        end.release();
        t.join();
        System.out.println(other + seen <= 1);
    }
}
