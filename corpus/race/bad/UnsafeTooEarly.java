// sun.misc.Unsafe: what is written after the volatile write is not published by it.
//@ mechanism memory modes: sun.misc.Unsafe

import java.lang.reflect.Field;
import java.util.concurrent.Semaphore;
import sun.misc.Unsafe;

public class UnsafeTooEarly {
    int ready;
    int data;
    static final Unsafe UNSAFE;
    static final long READY;

    static {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            UNSAFE = (Unsafe) field.get(null);
            READY = UNSAFE.objectFieldOffset(UnsafeTooEarly.class.getDeclaredField("ready"));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        UnsafeTooEarly it = new UnsafeTooEarly();
        // The first call prints a warning on newer JDKs: not while there are two threads.
        UNSAFE.putIntVolatile(it, READY, UNSAFE.getIntVolatile(it, READY));
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            UNSAFE.putIntVolatile(it, READY, 1);
            it.data = 1; //~ race UnsafeTooEarly.data
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = UNSAFE.getIntVolatile(it, READY);
        seen += it.data; //~ race UnsafeTooEarly.data
        end.release();
        t.join();
        System.out.println(seen <= 2);
    }
}
