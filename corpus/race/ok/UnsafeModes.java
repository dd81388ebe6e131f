// sun.misc.Unsafe: volatile and ordered accesses and compare-and-set publish.
//@ mechanism memory modes: sun.misc.Unsafe

import java.lang.reflect.Field;
import sun.misc.Unsafe;

public class UnsafeModes {
    int ready;
    int data;
    static final Unsafe UNSAFE;
    static final long READY;

    static {
        try {
            Field field = Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            UNSAFE = (Unsafe) field.get(null);
            READY = UNSAFE.objectFieldOffset(UnsafeModes.class.getDeclaredField("ready"));
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    static void await(UnsafeModes it, int state) {
        while (UNSAFE.getIntVolatile(it, READY) < state) {
            Thread.onSpinWait();
        }
    }

    @SuppressWarnings({"deprecation", "removal"})
    public static void main(String[] args) throws InterruptedException {
        UnsafeModes it = new UnsafeModes();
        Thread t = new Thread(() -> {
            it.data++;
            UNSAFE.putIntVolatile(it, READY, 1);
            await(it, 2);
            it.data++;
            UNSAFE.compareAndSwapInt(it, READY, 2, 3);
        });
        t.start();
        await(it, 1);
        it.data++;
        UNSAFE.putOrderedInt(it, READY, 2);
        await(it, 3);
        if (it.data != 3) {
            throw new AssertionError(it.data);
        }
        t.join();
    }
}
