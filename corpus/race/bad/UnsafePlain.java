// sun.misc.Unsafe: a plain write of a field, and a plain read by an instruction.
//@ mechanism memory modes: sun.misc.Unsafe

import java.lang.reflect.Field;
import java.util.concurrent.Semaphore;
import sun.misc.Unsafe;

public class UnsafePlain {
    int ready;
    static final Unsafe UNSAFE;
    static final long READY;

    static {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            UNSAFE = (Unsafe) field.get(null);
            READY = UNSAFE.objectFieldOffset(UnsafePlain.class.getDeclaredField("ready"));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        UnsafePlain it = new UnsafePlain();
        // The first call prints a warning on newer JDKs: not while there are two threads.
        UNSAFE.putInt(it, READY, 0);
        Semaphore end = new Semaphore(0);
        Thread t = new Thread(() -> {
            UNSAFE.putInt(it, READY, 1); //~ race UnsafePlain.ready
            end.acquireUninterruptibly();
        });
        t.start();
        // Waits for the other thread without being ordered after it.
        while (t.getState() != Thread.State.WAITING) {
            Thread.onSpinWait();
        }
        int seen = it.ready; //~ race UnsafePlain.ready
        end.release();
        t.join();
        System.out.println(seen <= 1);
    }
}
