// A VarHandle's release and acquire modes, on a field, a static field and an array element.
//@ mechanism memory modes: VarHandle acquire/release on a field
//@ mechanism memory modes: VarHandle acquire/release on a static field
//@ mechanism memory modes: VarHandle acquire/release on array elements

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandleReleaseAcquire {
    int ready;
    static int staticReady;
    static final VarHandle READY;
    static final VarHandle STATIC_READY;
    static final VarHandle ELEMENT = MethodHandles.arrayElementVarHandle(long[].class);

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            READY = lookup.findVarHandle(VarHandleReleaseAcquire.class, "ready", int.class);
            STATIC_READY = lookup.findStaticVarHandle(VarHandleReleaseAcquire.class, "staticReady", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        VarHandleReleaseAcquire it = new VarHandleReleaseAcquire();
        long[] flags = new long[2];
        int[] data = new int[3];
        Thread t = new Thread(() -> {
            data[0] = 1;
            READY.setRelease(it, 1);
            data[1] = 2;
            STATIC_READY.setVolatile(1);
            data[2] = 3;
            ELEMENT.setRelease(flags, 1, 1L);
        });
        t.start();
        while ((int) READY.getAcquire(it) == 0) {
            Thread.onSpinWait();
        }
        int sum = data[0];
        while ((int) STATIC_READY.getVolatile() == 0) {
            Thread.onSpinWait();
        }
        sum += data[1];
        while ((long) ELEMENT.getAcquire(flags, 1) == 0) {
            Thread.onSpinWait();
        }
        sum += data[2];
        t.join();
        if (sum != 6) {
            throw new AssertionError(sum);
        }
    }
}
