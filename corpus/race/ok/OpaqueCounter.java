// Opaque accesses of one variable do not race with each other.
//@ mechanism memory modes: VarHandle opaque mode

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class OpaqueCounter {
    static int progress;
    static final VarHandle PROGRESS;

    static {
        try {
            PROGRESS = MethodHandles.lookup().findStaticVarHandle(OpaqueCounter.class, "progress", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread t = new Thread(() -> {
            for (int i = 1; i <= 100; i++) {
                PROGRESS.setOpaque(i);
            }
        });
        t.start();
        int last = 0;
        while (last < 100) {
            int now = (int) PROGRESS.getOpaque();
            if (now < last) {
                throw new AssertionError(now);
            }
            last = now;
        }
        t.join();
    }
}
