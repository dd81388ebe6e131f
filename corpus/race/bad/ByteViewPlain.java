// A view writes four bytes of an array as one int, without order; another thread reads one of the bytes.
//@ mechanism memory modes: VarHandle on byte views

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.concurrent.Semaphore;

public class ByteViewPlain {
    static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.nativeOrder());

    static void write(byte[] bytes) {
        INTS.set(bytes, 4, -1); //~ race bytes[6]
    }

    public static void main(String[] args) throws InterruptedException {
        byte[] bytes = new byte[16]; //~ array bytes
        // The first run of each call links it, under locks of the JDK: not while there are two threads.
        write(new byte[16]);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            write(bytes);
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
        System.out.println(seen >= -1);
    }
}
